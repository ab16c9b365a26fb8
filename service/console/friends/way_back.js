/** A personal way back to one's seat: a link, apart from the invitation, that brings its sitter back from any browser. Renewing it ends the old one. */

import { ask } from "../shared/api.js";
import { button, el } from "../shared/dom.js";
import * as paths from "../shared/paths.js";
import { attempt } from "../shared/problems.js";
import { hold, holding, isKept, isShared } from "../shared/purse.js";
import { noteRenewal } from "../shared/renewals.js";
import { say } from "../words/words.js";
import { othersOf } from "./away.js";
import { backLink, linkBox } from "./links.js";
import { sharedSwitch } from "./shared_computer.js";

/** The part of the drawer that shows the way back, and whether the seats outlive the tab. */
export function wayBackPanel(table) {
  const body = el("div");
  const told = el("p", { class: "good", role: "status" });
  const note = el("p", { class: "quiet", id: "kept-note" });
  const fold = el("details", { id: "way-back" }, el("summary", {}, say("way_back")), el("p", { class: "quiet" }, say("way_back_note")), body, told);
  const shared = sharedSwitch(() => draw());
  const element = el("section", { class: "card" }, fold, shared, note);
  let shown = "";
  const fill = () => attempt(async () => {
    if (!table.head.seats[seatOf(table)].held) await makeOwn(table);
    show(table.token);
  });
  const show = (token) => {
    if (token === shown) return; // somebody may be copying
    shown = token;
    body.replaceChildren(linkBox(say("way_back_link"), backLink(table.id, token)), el("p", {}, button(say("renew"), renew, { id: "renew-way-back" })));
  };
  const renew = () => attempt(async () => {
    await newToken(table);
    show(table.token);
    told.textContent = say("renewed");
  });
  fold.addEventListener("toggle", () => {
    told.textContent = "";
    if (fold.open) return fill();
    shown = "";
    return body.replaceChildren();
  });
  const draw = () => {
    const seat = seatOf(table);
    fold.hidden = seat === null || table.head.status === "finished";
    if (fold.hidden) fold.open = false;
    else if (fold.open && shown) show(table.token);
    element.hidden = !Object.keys(holding(table.id).seats).length;
    note.textContent = isShared() ? say("shared_note") : isKept(table.id) ? say("kept_note") : say("storage_shut_note");
  };
  const open = () => {
    table.folds.drawer.open();
    fold.open = true;
    fold.querySelector("summary").focus();
  };
  return { element, draw, open };
}

/** The seat that this tab plays and looks at the table as; null for others. */
const seatOf = (table) => {
  const { seats, as } = holding(table.id);
  return seats[as] && table.head.seats[as] ? Number(as) : null;
};

async function newToken(table) {
  const seat = seatOf(table);
  const answer = ask("POST", paths.seatToken(table.id, seat), { token: table.token });
  noteRenewal(table.token, answer.then(({ token }) => token));
  const { token } = await answer;
  hold(table.id, { seats: { [seat]: token } });
}

/** Whoever made the game could give the first token of this seat away; from now on the seat is its sitter's alone. */
async function makeOwn(table) {
  const { kind, left } = table.head.seats[seatOf(table)];
  if (kind === "human" && !left && !table.head.hot_seat) await newToken(table);
}

/** The offer of the way back to those who play with others, until they have seen it or do not want it. */
export function wayBackOffer(table, open) {
  const answer = (then) => () => {
    hold(table.id, { toldOfBack: true });
    element.hidden = true;
    then();
  };
  const element = el("section", { class: "card asks", id: "way-back-offer", hidden: true, "aria-label": say("way_back") }, el("p", {}, say("way_back_offer")),
    el("div", { class: "row" }, button(say("way_back_show"), answer(open), { class: "main", id: "show-way-back" }), button(say("not_needed"), answer(() => {}), { id: "no-way-back" })));
  const draw = () => {
    element.hidden = seatOf(table) === null || table.head.status !== "running" || table.isPast || Boolean(holding(table.id).toldOfBack) || !othersOf(table).length;
  };
  return { element, draw };
}
