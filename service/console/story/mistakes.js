/** The mistakes of a game that cost most: what was lost, what would have been better, and how sure that is. */

import { withoutIds } from "../board/plan.js";
import { el } from "../shared/dom.js";
import { calledSeat, withNames } from "../shared/people.js";
import { percent, say, signedPercent } from "../words/words.js";

const MOST = 5;

/** The list of them; `buttons` makes what leads to the version of one. */
export function mistakeList(table, mistakes, buttons) {
  const dear = mistakes.slice(0, MOST);
  return dear.length ? [el("h3", {}, say("mistakes")), el("ol", { class: "mistakes" }, dear.map((one) => entry(table, one, buttons(one))))] : [];
}

function entry({ head }, one, buttons) {
  const { certainty } = one; // what is less sure is said with care
  const checked = howSure(one);
  return el("li", {},
    el("strong", {}, say(`lost_here_${certainty}`, { name: calledSeat(head, one.seat), cost: percent(one.cost) }, say("lost_here"))), " ",
    withNames(head, withoutIds(one.summary)), " ", el("span", { class: "quiet" }, say(`better_${certainty}`, { best: withoutIds(one.best_summary) }, say("better"))), " ",
    buttons, checked ? el("p", { class: "quiet sure" }, checked) : null);
}

/** How sure a mistake is, as playouts of both commands gave it; nothing where a review does not tell. */
export function howSure({ certainty, check }) {
  const { playouts: count, lead, low, high } = check ?? {};
  return say(`checked_${certainty}`, check ? { count, lead: signedPercent(lead), low: signedPercent(low), high: signedPercent(high) } : {});
}
