/** Every resource of the API that the console uses. */

export const server = () => "/v1";
export const rulesets = () => "/v1/rulesets";
export const ruleset = (id) => `/v1/rulesets/${encodeURIComponent(id)}`;
export const rule = (id) => `/v1/rules/${encodeURIComponent(id)}`;
export const agents = () => "/v1/agents";
export const games = () => "/v1/games";
export const game = (id) => `/v1/games/${encodeURIComponent(id)}`;
export const board = (id) => `/v1/games/${encodeURIComponent(id)}/board`;
export const picture = (id) => `/v1/games/${encodeURIComponent(id)}/board.svg`;
export const seats = (id) => `/v1/games/${encodeURIComponent(id)}/seats`;
export const seat = (id, number) => `/v1/games/${encodeURIComponent(id)}/seats/${number}`;
export const legalActions = (id) => `/v1/games/${encodeURIComponent(id)}/legal-actions`;
export const commands = (id) => `/v1/games/${encodeURIComponent(id)}/commands`;
export const events = (id) => `/v1/games/${encodeURIComponent(id)}/events`;
export const undo = (id) => `/v1/games/${encodeURIComponent(id)}/undo`;
export const redo = (id) => `/v1/games/${encodeURIComponent(id)}/redo`;
export const votes = (id) => `/v1/games/${encodeURIComponent(id)}/votes`;
export const vote = (id, number) => `/v1/games/${encodeURIComponent(id)}/votes/${number}`;
export const resign = (id) => `/v1/games/${encodeURIComponent(id)}/resign`;
export const branches = (id) => `/v1/games/${encodeURIComponent(id)}/branches`;
export const replays = (id) => `/v1/games/${encodeURIComponent(id)}/replays`;
export const analyses = (id) => `/v1/games/${encodeURIComponent(id)}/analyses`;
export const job = (id) => `/v1/jobs/${encodeURIComponent(id)}`;
export const abandon = (id) => `/v1/games/${encodeURIComponent(id)}/abandon`;
export const rematch = (id) => `/v1/games/${encodeURIComponent(id)}/rematch`;
export const keys = () => "/v1/keys";
export const webhooks = () => "/v1/webhooks";
