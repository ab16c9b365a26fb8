/** What a table agrees on beside the rules: undo, clock, who may look, when engines help, and its chance. */

import { el, field, select } from "../shared/dom.js";
import { say } from "../words/words.js";

const POLICIES = ["until_reveal", "free", "consent", "off"];
const TIMEOUTS = ["default", "agent", "resign"];
const ENGINES = ["all", "finished"];
const LONGEST_CLOCK_S = 14 * 86_400;
const LONGEST_DELAY_S = 3600;
const LONGEST_SEED = 64;

/** The controls, and the wish that they stand for; what is left alone is not sent. */
export function customFields() {
  const undo = select(POLICIES.map((id) => [id, say(`undo_${id}`)]), POLICIES[0], { id: "undo-policy" });
  const hidden = el("input", { type: "checkbox", name: "private" });
  const unlisted = el("input", { type: "checkbox", name: "unlisted" });
  const random = el("input", { type: "checkbox", name: "random-order" });
  const phrases = el("input", { type: "checkbox", name: "phrases" });
  const clock = clockFields();
  const delay = seconds("delay", LONGEST_DELAY_S, say("no_delay"));
  const engines = select([["", say("by_default")], ...ENGINES.map((id) => [id, say(`engines_${id}`)])], "", { id: "engines" });
  const seed = el("input", { id: "seed", maxlength: LONGEST_SEED, autocomplete: "off", spellcheck: "false", "aria-describedby": "seed-note" });
  const more = el("div", { class: "options" },
    field(say("delay"), delay), field(say("engines"), engines), field(say("seed"), seed), el("p", { class: "quiet", id: "seed-note" }, say("seed_note")));
  const wish = () => ({
    seat_order: random.checked ? "random" : "given",
    undo: undo.value,
    private: hidden.checked,
    ...(unlisted.checked ? { listed: false } : {}),
    ...(phrases.checked ? { phrases: true } : {}),
    ...clock.wish(),
    ...(delay.value ? { spectator_delay: { seconds: Number(delay.value) } } : {}),
    ...(engines.value ? { analyses: engines.value } : {}),
    ...(seed.value ? { seed: seed.value } : {}),
  });
  return { elements: [field(say("undo_policy"), undo), clock.element, field(say("private"), hidden), field(say("unlisted"), unlisted), field(say("random_order"), random), field(say("phrases"), phrases)], more, wish };
}

function seconds(id, max, none) {
  return el("input", { type: "number", id, min: 1, max, placeholder: none, inputmode: "numeric" });
}

function clockFields() {
  const time = seconds("clock", LONGEST_CLOCK_S, say("no_clock"));
  const then = select(TIMEOUTS.map((id) => [id, say(`timeout_${id}`)]), TIMEOUTS[0], { id: "on-timeout" });
  const after = field(say("on_timeout"), then);
  const arrange = () => { after.hidden = !time.value; };
  time.addEventListener("input", arrange);
  arrange();
  const wish = () => (time.value ? { clock: { seconds: Number(time.value), on_timeout: then.value } } : {});
  return { element: el("div", { class: "row" }, field(say("clock"), time), after), wish };
}
