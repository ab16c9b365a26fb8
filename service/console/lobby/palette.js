/** The palette of the editor: all that a tap can put down, as it looks on the board; one of it is chosen. */

import { el, shape } from "../shared/dom.js";
import { say } from "../words/words.js";
import { outline } from "./hexagons.js";

const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
const FRAMES = { terrain: "-54 -54 108 108", sea: "-54 -54 108 108", number: "-20 -20 40 42", harbor: "-20 -20 40 48" };

/** The palette: `groups` are `[title, [[brush, name]]]`, `drawn` gives the shapes of a brush; `changed` is called when another one is chosen. */
export function paletteOf(groups, drawn, changed) {
  const brushes = groups.flatMap(([, list]) => list);
  let [[value]] = brushes;
  const buttons = new Map(brushes.map(([brush, name]) => [brush, el("button", {
    type: "button", role: "radio", class: "brush", "data-brush": brush, "aria-label": name, title: name, onclick: () => choose(brush),
  }, shape("svg", { viewBox: FRAMES[brush.split(" ")[0]], "aria-hidden": "true", focusable: "false" }, drawn(brush)))]));
  const show = () => buttons.forEach((one, brush) => {
    one.setAttribute("aria-checked", String(brush === value));
    one.setAttribute("tabindex", brush === value ? 0 : -1);
  });
  const choose = (brush) => {
    value = brush;
    show();
    changed();
  };
  const step = (event) => {
    const by = STEPS[event.key];
    if (!by) return;
    event.preventDefault();
    const all = [...buttons.keys()];
    const next = all[(all.indexOf(value) + by + all.length) % all.length];
    choose(next);
    buttons.get(next).focus();
  };
  show();
  const element = el("div", { class: "palette", id: "palette", role: "radiogroup", "aria-label": say("tap_puts"), onkeydown: step },
    groups.map(([title, list]) => el("div", { class: "brushes" }, el("span", { class: "quiet", "aria-hidden": "true" }, title), list.map(([brush]) => buttons.get(brush)))));
  return { element, get value() { return value; } };
}

/** The shapes of brushes and boards, taken from the server's picture of a board: `use` one at a place; nothing where the picture has none. */
export function stampsOf(picture) {
  const whole = picture && new DOMParser().parseFromString(picture, "image/svg+xml").documentElement;
  const stock = shape("svg", { class: "stock", width: 0, height: 0, "aria-hidden": "true" }, [...(whole?.querySelectorAll("defs") ?? [])]);
  const use = (name, x = 0, y = 0) => (stock.querySelector(`[id="art-${name}"]`) ? shape("use", { href: `#art-${name}`, x, y }) : null);
  return { stock, use };
}

/** What a brush looks like. */
export function brushDrawn(brush, { use }) {
  const [kind, what] = brush.split(" ");
  const hex = (look) => shape("polygon", { points: outline({ q: 0, r: 0 }), class: look });
  if (kind === "sea") return hex("sea");
  if (kind === "terrain") return [hex(what), use(what)];
  return use(kind === "number" ? `token${what}` : `harbor-${what}`) ?? shape("text", { y: 6, "text-anchor": "middle", "font-size": 16 }, what);
}
