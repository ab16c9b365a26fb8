/** The table for those who do not see it: the position in words, and what happens as it happens. */

import { el } from "../../shared/dom.js";
import { calledSeat } from "../../shared/people.js";
import { holding } from "../../shared/purse.js";
import { TOLD } from "../../words/told.js";
import { learn, say } from "../../words/words.js";
import { mend } from "./lists.js";
import { newsOf } from "./news.js";
import { catan } from "./catan.js";
import { dice, elasund, goofspiel } from "./others.js";

const TELLERS = { catan, "catan-dice": dice, elasund, goofspiel };

/** The panel of what is told; it is drawn anew with each version that is shown. */
export function toldPanel(table) {
  learn(TOLD);
  const position = el("section", { class: "unseen", id: "position", "aria-labelledby": "position-title" });
  const news = newsOf(table);
  let shown = "";
  const draw = async () => {
    const { view } = table;
    const wanted = `${view.version} ${table.token}`;
    const tell = TELLERS[view.state?.ruleset];
    if (wanted === shown || !tell) return;
    shown = wanted;
    const board = await table.geometry();
    if (table.left || view !== table.view) return;
    mend(position, [el("h2", { id: "position-title" }, say("told_position")), ...turnOf(view), ...tell({ view, board, ...namesOf(table, view) })]);
  };
  return { element: el("div", {}, position, news.element), draw, stop: news.stop };
}

function turnOf(view) {
  const { turn, active } = view.state;
  return turn && typeof active === "number" ? [el("p", {}, say("told_turn", { turn, name: calledSeat(view, active) }))] : [];
}

/** What tellers need of names: `call` says who a seat is, `word` what an id is called within a sentence, `counted` kinds and counts. */
function namesOf(table, view) {
  const mine = holding(table.id).as;
  return {
    call: (seat) => (String(seat) === mine ? `${calledSeat(view, seat)} (${say("told_you")})` : calledSeat(view, seat)),
    word: (id) => table.term(id),
    counted: (counts) => table.counted(counts ?? {}),
  };
}
