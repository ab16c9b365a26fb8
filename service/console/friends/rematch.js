/** A rematch that somebody else has opened: whoever still looks at the finished game is asked to join. */

import { ask } from "../shared/api.js";
import { button, el } from "../shared/dom.js";
import * as paths from "../shared/paths.js";
import { holding } from "../shared/purse.js";
import { meetAgain } from "../table/travel.js";
import { say } from "../words/words.js";
import { othersOf } from "./away.js";

const PAUSE_MS = 3000;
const SLOWER = 1.1; // each pause than the one before
const LONGEST_MS = 20_000;
export const MOST = 70; // times: some twenty minutes after the end

/** How long to wait before one asks again, in ms: friends who linger at the end meet soon, others in the end. */
export const pauseAfter = (asked) => Math.min(LONGEST_MS, PAUSE_MS * SLOWER ** asked);

/** The card over the board. The stream of a finished game is over, so that this asks now and then, while the page is seen. */
export function rematchCard(table) {
  const join = button(say("join_rematch"), () => meetAgain(table), { class: "main", id: "join-rematch" });
  const element = el("section", { class: "card asks", id: "again", hidden: true, role: "status" }, el("p", {}, say("rematch_open")), el("p", { class: "row" }, join));
  let timer = 0;
  let asked = 0;
  const wait = () => { if (!table.left && asked < MOST) timer = setTimeout(look, pauseAfter(asked)); };
  const look = async () => {
    if (document.hidden) return wait();
    asked += 1;
    const game = await ask("GET", paths.game(table.id), { token: table.token }).catch(() => null); // it asks again
    if (game?.rematch && !table.left) await table.refresh();
    return table.head.rematch || wait();
  };
  const draw = () => {
    const { seats, as } = holding(table.id);
    const { status, rematch } = table.head;
    const isOver = status === "finished" && Boolean(seats[as]) && !table.head.imported && othersOf(table).length > 0;
    element.hidden = !isOver || !rematch || Object.keys(holding(rematch).seats).length > 0;
    if (isOver && !rematch && !timer) wait(); // once: from then on it goes on by itself
  };
  return { element, draw, stop: () => clearTimeout(timer) };
}
