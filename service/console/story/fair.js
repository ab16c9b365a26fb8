/** Dice that anybody can prove: fixed before the game, computed again in this page after it. */

import { ask } from "../shared/api.js";
import { el, form } from "../shared/dom.js";
import { work } from "../shared/jobs.js";
import * as paths from "../shared/paths.js";
import { attempt, load } from "../shared/problems.js";
import { hold, holding } from "../shared/purse.js";
import { say } from "../words/words.js";

/** The panel of the dice: what was fixed, since when this page knows it, and the proof. */
export function fairPanel(table) {
  const fixed = el("p");
  const told = el("div", { role: "status", id: "proof" });
  const progress = el("div");
  const prove = form({}, () => proof(table, told, progress), el("button", { class: "main", id: "prove" }, say("prove_dice")));
  const element = el("details", { class: "card fair", id: "fair" }, el("summary", {}, say("fair_dice")), fixed, prove, progress, told);
  element.addEventListener("toggle", () => { if (element.open) load(() => tell(table, fixed)); });
  const draw = () => {
    notice(table);
    prove.hidden = table.head.status !== "finished";
  };
  return { element, draw };
}

/** Keep the commitment as it was when this page first saw the game, so that nobody can show another one later. */
function notice({ id, head }) {
  if (head.commitment && !holding(id).commitment) hold(id, { commitment: head.commitment, seen: head.version });
}

async function tell(table, fixed) {
  const { commitment, seen } = holding(table.id);
  const { entropies } = await ask("GET", paths.fairness(table.id), { token: table.token });
  fixed.replaceChildren(
    say("dice_fixed", { version: seen }), " ", el("code", { class: "secret" }, commitment),
    ...(entropies?.length ? [" ", say("entropies", { count: entropies.length })] : []));
}

/** Compute every draw again from the record alone. */
const proof = (table, told, progress) => attempt(async () => {
  told.replaceChildren();
  if (!globalThis.crypto?.subtle) return told.replaceChildren(el("p", {}, say("no_tls")));
  const job = await work(paths.replays(table.id), { format: "json" }, table.token, progress);
  const { check, Unfair } = await import("../sdk/fairness.js");
  try {
    const draws = await check(job.result.record, holding(table.id).commitment);
    return told.replaceChildren(el("p", { class: "good" }, say("all_proven", { count: draws })));
  } catch (fault) {
    if (!(fault instanceof Unfair)) throw fault;
    return told.replaceChildren(el("p", { class: "problem" }, say("not_proven", { reason: fault.message })));
  }
});
