/** What seats say to each other by phrases, where the game allows it: a list to choose from, and what was said last, below the strip. */

import { ask } from "../shared/api.js";
import { button, el, field, redraw, signed } from "../shared/dom.js";
import * as paths from "../shared/paths.js";
import { calledSeat, seatBadge } from "../shared/people.js";
import { attempt } from "../shared/problems.js";
import { holding } from "../shared/purse.js";
import { say } from "../words/words.js";

const SHOWN_MS = 9000;
const MOST_SHOWN = 3;
const LATE_MS = 60_000; // what was said longer ago is not shown to whoever comes
const LOOK_MS = 5000;
const LOOKS = 60; // after the end, when no stream tells of it any more

/** Fill the place of the talk with the opener and the list; `bubbles` shows what was said last. */
export function phrasesOf(table, place, bubbles) {
  const list = el("div", { class: "phrases", id: "phrases", hidden: true, onkeydown: (event) => { if (event.key === "Escape") toggle(false); } });
  const opener = button(signed("…", say("say_something")), () => toggle(list.hidden), { id: "open-phrases", title: say("say_something"), "aria-controls": "phrases", "aria-expanded": "false" });
  place.append(opener, list);
  const state = { newest: 0, looks: 0, timer: undefined, muted: new Set(), seat: null };

  const away = ({ target }) => { if (!place.contains(target)) toggle(false); };
  const toggle = (isOpen) => {
    list.hidden = !isOpen;
    document[isOpen ? "addEventListener" : "removeEventListener"]("pointerdown", away);
    opener.setAttribute("aria-expanded", String(isOpen));
    if (isOpen) list.querySelector("button")?.focus({ preventScroll: true });
    else if (list.contains(document.activeElement)) opener.focus({ preventScroll: true });
  };
  const hear = (said) => {
    if (said.number <= state.newest || state.muted.has(said.seat)) return;
    state.newest = said.number;
    const bubble = el("li", { class: "bubble" }, seatBadge(table.head, said.seat, "small"), el("span", {}, el("b", {}, `${calledSeat(table.head, said.seat)}: `), said.text));
    bubbles.append(bubble);
    while (bubbles.children.length > MOST_SHOWN) bubbles.firstElementChild.remove();
    setTimeout(() => bubble.remove(), SHOWN_MS);
  };
  const catchUp = async () => {
    const { phrases, said, muted } = await ask("GET", paths.phrases(table.id), { token: table.token });
    state.muted = new Set(muted);
    const now = Date.now();
    for (const one of said) if (now - Date.parse(one.time) < LATE_MS) hear(one);
    state.newest = Math.max(state.newest, ...said.map(({ number }) => number));
    fill(phrases);
  };
  const fill = (phrases) => {
    const others = table.head.seats.filter(({ seat, kind }) => kind !== "ai" && String(seat) !== state.seat);
    redraw(list,
      el("div", { class: "row" }, phrases.map(({ id, text }) => button(text, () => speak(id), { id: `say-${id}` }))),
      others.map(({ seat }) => field(say("mute", { name: calledSeat(table.head, seat) }), muting(seat))));
  };
  const muting = (seat) => el("input", {
    type: "checkbox", id: `mute-${seat}`, checked: state.muted.has(seat),
    onchange: ({ currentTarget }) => {
      if (currentTarget.checked) state.muted.add(seat);
      else state.muted.delete(seat);
      return attempt(() => ask("PUT", paths.muted(table.id, state.seat), { token: table.token, body: { seats: [...state.muted] } }));
    },
  });
  const speak = async (phrase) => {
    toggle(false);
    await attempt(async () => hear(await ask("POST", paths.phrases(table.id), { token: table.token, body: { phrase } })));
  };
  /** No stream goes on after the end, when much is said: look now and then for a while. */
  const lookOn = () => {
    if (table.head.status !== "finished" || state.timer || state.looks >= LOOKS) return;
    state.timer = setTimeout(async () => {
      state.timer = undefined;
      state.looks += 1;
      if (table.left) return;
      if (!document.hidden) await catchUp().catch(() => {});
      lookOn();
    }, LOOK_MS);
  };
  const draw = async () => {
    const { as, seats } = holding(table.id);
    const mine = seats[as] ? as : null;
    opener.hidden = mine === null;
    if (mine !== state.seat) {
      state.seat = mine;
      toggle(false);
      await catchUp().catch(() => {}); // the stream comes to it again
    }
    lookOn();
  };
  return { draw, hear, catchUp, stop: () => { clearTimeout(state.timer); document.removeEventListener("pointerdown", away); } };
}
