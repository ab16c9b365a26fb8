/** The building permits that a seat holds: pressed, one has the places glow where it may be laid. */

import { el, shape } from "../shared/dom.js";
import { say } from "../words/words.js";

const VALUES = [0, 1, 2, 3, 4]; // a seat has one of each
const TYPES = ["PlacePermit", "PlaceExtraPermit", "UpgradePermit"];

/** A button for each permit that lies on no square; `choose` is told which places shall glow. */
export function permitButtons({ view, me, legal }, choose) {
  const laid = view.state.permits.filter((one) => one.seat === me.seat).map((one) => one.value);
  const held = VALUES.filter((value) => !laid.includes(value));
  return el("span", { class: "permits-held", role: "group", "aria-label": say("permits_held") }, held.map((value) => permitButton(value, me, legal, choose)));
}

function permitButton(value, { color }, legal, choose) {
  const laying = { types: TYPES, fits: ({ command }) => (command.higher ?? command.value) === value };
  const entries = legal.actions.filter((entry) => TYPES.includes(entry.command.type) && laying.fits(entry));
  const press = ({ currentTarget }) => (entries.length ? choose(laying, entries, currentTarget) : null);
  return el("button", { type: "button", class: `permit-card paint-${color}`, id: `permit-${value}`, "aria-disabled": entries.length ? null : "true", "aria-label": say("permit_of", { value }), onclick: press },
    shape("svg", { viewBox: "-14 -14 28 28", "aria-hidden": "true", focusable: "false" },
      shape("polygon", { points: "0,-13 13,0 0,13 -13,0" }), shape("circle", { r: 7 }), shape("text", { y: 4, "text-anchor": "middle", "font-size": 12 }, value)));
}
