/** The switches of what moves and sounds at a table; the browser remembers them where it can. */

import { el, field, select } from "../shared/dom.js";
import { MOTION } from "../words/motion.js";
import { learn, say } from "../words/words.js";
import { isPassing } from "../hand/passing.js";
import { load } from "./lazily.js";
import { choose, hasDigits, isMoving, isSounding, isStill, onStill, PACES, paceName } from "./wishes.js";

/** The panel of the switches. */
export function switchesPanel(table) {
  learn(MOTION);
  const told = el("p", { class: "quiet", role: "status" });
  const set = (name, value) => { told.textContent = choose(name, value) ? "" : say("page_only"); };
  const motion = box("motion", (isOn) => set("motion", isOn));
  const sound = box("sound", (isOn) => {
    set("sound", isOn);
    if (isOn) load(() => import("./sounds.js"), (module) => module.sound("turn"));
  });
  const digits = box("digits", (isOn) => set("digits", isOn));
  const pace = select(Object.keys(PACES).map((name) => [name, say(`pace_${name}`)]), paceName(), { id: "pace" });
  pace.addEventListener("change", () => {
    set("pace", pace.value);
    if (!PACES[pace.value]) table.pace.skip();
  });
  const pass = box("pass", (isOn) => set("pass", isOn));
  const still = el("p", { class: "quiet" }, say("still_note"));
  const element = el("div", {},
    field(say("motion"), motion), field(say("sound"), sound), field(say("pace"), pace), field(say("pass_by_itself"), pass), field(say("digits"), digits), still, told);
  const draw = () => {
    motion.checked = isMoving();
    sound.checked = isSounding();
    pass.checked = isPassing();
    digits.checked = hasDigits();
    still.hidden = !isStill();
    for (const control of [motion, pace]) control.disabled = isStill();
  };
  const stop = onStill(() => { draw(); table.pace.skip(); });
  return { element, draw, stop };
}

function box(id, changed) {
  const control = el("input", { type: "checkbox", id });
  control.addEventListener("change", () => changed(control.checked));
  return control;
}
