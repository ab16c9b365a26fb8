/** `longroad-client`: a typed client of Longroad for browsers and Node. */

export { API_VERSION, Longroad } from "./client.js";
export { Player } from "./player.js";
export { Seat } from "./seat.js";
export { LogReset, LongroadError, Problem, SeatGone, SeatLost, SeekEnded, SLUGS, Unreachable } from "./problem.js";
export { ScaledBoard } from "./boards.js";
export { Unverified, verified } from "./webhooks.js";

/** @typedef {import("./typing.js").Schemas} Schemas */
/** @typedef {import("./problem.js").Slug} Slug */
/** @typedef {import("./client.js").Configuration} Configuration */
