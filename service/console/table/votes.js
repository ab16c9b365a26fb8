/** Open questions to the table, such as an undo by consent. */

import { ask } from "../shared/api.js";
import { answer, questionCard } from "../hand/question_card.js";
import { el, redraw } from "../shared/dom.js";
import { serverNow } from "../shared/now.js";
import * as paths from "../shared/paths.js";
import { calledSeat } from "../shared/people.js";
import { load } from "../shared/problems.js";
import { holding } from "../shared/purse.js";
import { say } from "../words/words.js";

const SOON_MS = 1000;

/** The panel of the votes; it hides while nothing is asked. Votes are asked for at first, after news of one, and while one is open. */
export function votesPanel(table) {
  const list = el("div");
  const element = el("section", { class: "card votes", hidden: true, "aria-live": "polite" }, el("h2", {}, say("votes")), list);
  const draw = () => load(async () => {
    if (!table.votesChanged) return;
    table.votesChanged = false;
    const { votes } = await ask("GET", paths.votes(table.id), { token: table.token });
    const open = votes.filter((vote) => vote.status === "open");
    element.hidden = !open.length;
    const friends = open.length ? (await import("../friends/friends.js")).friends : null;
    redraw(list, ...open.map((vote) => question(table, vote, friends.sentenceOf(table, vote))));
    table.openVotes = open;
    table.panels.friends.draw(); // what is asked for already is not offered
    table.votesChanged = open.length > 0;
    lookWhenOver(table, open);
  });
  return { element, draw, stop: () => clearTimeout(table.voting) };
}

/** A vote that nobody answers ends by itself. */
function lookWhenOver(table, open) {
  clearTimeout(table.voting);
  if (!open.length) return;
  const left = Math.max(...open.map((vote) => new Date(vote.closes_at))) - serverNow();
  table.voting = setTimeout(() => { if (!table.left) table.refresh(); }, Math.max(SOON_MS, left + SOON_MS));
}

function question(table, vote, sentence) {
  const call = (seat) => calledSeat(table.head, seat);
  const isAsked = vote.waiting.includes(Number(holding(table.id).as || NaN));
  const cast = (accept) => table.act(paths.vote(table.id, vote.id), { accept });
  return questionCard({
    label: say("votes"),
    about: [el("p", {}, sentence), el("p", { class: "quiet" }, say("waiting", { seats: vote.waiting.map(call).join(", ") }))],
    answers: isAsked ? [
      answer(say("accept"), () => cast(true), { isMain: true, id: `yes-${vote.id}` }), answer(say("decline"), () => cast(false), { id: `no-${vote.id}` }),
    ] : [],
    until: isAsked ? Date.parse(vote.closes_at) : null,
  });
}
