/** How each game looks: small pictures that share their parts. */

import { el, shape } from "../shared/dom.js";
import { site } from "../shared/site.js";

const MAPS = ["new-york", "mallorca"];
const LARGE = 5; // seats from which on a table of Catan looks like that of six

/** The name of the picture that a game looks like. */
export function lookOf({ ruleset, map, seats }) {
  if (MAPS.includes(map)) return map;
  return ruleset === "catan" && seats.length >= LARGE ? "six" : ruleset;
}

/** Draw the pictures of all places that name one by `data-look`, once they are here. A page does without them where they do not come. */
export async function drawLooks(element) {
  const answer = await fetch(`${site}/console/lobby/games.svg`).catch(() => null);
  if (!answer?.ok) return;
  const whole = new DOMParser().parseFromString(await answer.text(), "image/svg+xml").documentElement;
  element.append(el("div", { class: "stocked", "aria-hidden": "true" }, shape("svg", { width: 0, height: 0 }, [...whole.children])));
  for (const place of element.querySelectorAll("[data-look]")) place.append(shape("svg", {}, shape("use", { href: `#game-${place.dataset.look}` })));
}
