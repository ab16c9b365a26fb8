/** Looking for people: a form, then what the page waits for, and what came of it. */

import { ask, Refusal } from "../../shared/api.js";
import { button, el, field, form, select } from "../../shared/dom.js";
import { nameOf } from "../../shared/glossary.js";
import * as paths from "../../shared/paths.js";
import { attempt, showProblem } from "../../shared/problems.js";
import { forgetPlayer, heldPlayer, holdPlayer, wished } from "../../shared/purse.js";
import { say } from "../../words/words.js";
import { endOf } from "./following.js";
import { asPlayer, isGuest, needPlayer, sitAt } from "./identity.js";

const WAIT_S = 600;
const FILL_S = 60;
const GONE = 404;
const CLOCKS = { none: undefined, minute: { seconds: 60 }, day: { seconds: 86_400 } };

/** The panel: `join` seeks what somebody else does, `leave` stops to look; `changed` is called when there is a player, or none any more. */
export function seekPanel(rulesets, changed) {
  const told = el("p", { id: "seek-told", role: "status" });
  const body = el("div");
  const wish = wishForm(rulesets);
  const whole = form({ id: "seek-form" }, () => begin(wish.value()), wish.elements, el("p", {}, el("button", { class: "main", id: "seek" }, say("begin_seek"))));
  const element = el("section", { class: "card" }, el("h3", {}, say("seek")), told, body);
  let waiting = new AbortController();

  const begin = (draft) => attempt(async () => {
    if (draft.rated && isGuest()) return told.replaceChildren(say("not_rated_here"));
    await needPlayer(wished("name") || say("you"));
    const before = heldPlayer().seek;
    if (before) {
      waiting.abort(); // whoever looks for one game holds no place in another
      await withdraw(before.id);
      holdPlayer({ ...heldPlayer(), seek: undefined });
      show();
    }
    const seek = await ask("POST", paths.seeks(), { headers: asPlayer(), body: draft });
    holdPlayer({ ...heldPlayer(), seek: { id: seek.id, draft } });
    changed();
    wait();
  });

  const show = (seek) => {
    if (!seek) return body.replaceChildren(whole);
    told.textContent = say("seeking", { game: describe(rulesets, seek.draft) });
    const stop = button(say("stop_looking"), () => attempt(async () => {
      await withdraw(seek.id);
      end("withdrawn");
    }), { id: "withdraw-seek" });
    return body.replaceChildren(el("progress", { "aria-label": say("seek") }), el("p", { class: "quiet" }, say("seeking_note")), stop);
  };

  /** Say how a seek ended, and show the form again. */
  const end = (how) => {
    waiting.abort();
    holdPlayer({ ...heldPlayer(), seek: undefined });
    told.textContent = say(`seek_${how}`);
    show();
    element.querySelector("#seek").focus({ preventScroll: true });
  };

  const wait = async () => {
    const { seek } = heldPlayer() ?? {};
    show(seek);
    if (!seek) return;
    waiting.abort();
    waiting = new AbortController();
    const { signal } = waiting;
    try {
      const last = await endOf(seek.id, signal);
      if (signal.aborted || !last) return;
      if (last.status !== "filled") return end(last.status);
      holdPlayer({ ...heldPlayer(), seek: undefined });
      await attempt(() => sitAt(last.game));
    } catch (fault) {
      if (!(fault instanceof Refusal)) throw fault;
      if (fault.problem.status === GONE) return end("expired");
      await showProblem(fault.problem); // the token of the player is valid no more
      forgetPlayer();
      show();
      changed();
    }
  };
  wait();
  const leave = () => {
    waiting.abort();
    if (heldPlayer()?.seek) stopLooking(heldPlayer()).catch(() => {}); // what cannot be taken back is found again here
  };
  return { element, join: begin, leave };
}

/** Take back the seek of a player who goes to another page; one that has just been filled leads to its table later. */
async function stopLooking(player) {
  await ask("DELETE", paths.seek(player.seek.id), { headers: asPlayer() });
  holdPlayer({ ...heldPlayer(), seek: undefined });
}

/** Take a seek back; one that has just been filled or has expired is told of by the wait. */
async function withdraw(id) {
  await ask("DELETE", paths.seek(id), { headers: asPlayer() }).catch((fault) => {
    if (!(fault instanceof Refusal) || fault.problem.status !== GONE) throw fault;
  });
}

function wishForm(rulesets) {
  const ruleset = select(rulesets.map((one) => [one.id, nameOf(one)]), rulesets[0].id, { id: "seek-ruleset" });
  const seats = select([], "", { id: "seek-seats" });
  const clock = select(Object.keys(CLOCKS).map((id) => [id, say(`clock_${id}`)]), "none", { id: "seek-clock" });
  const rated = el("input", { type: "checkbox", id: "seek-rated", disabled: isGuest() });
  const fill = el("input", { type: "checkbox", id: "seek-fill", checked: true });
  const arrange = () => {
    const { minimum, maximum } = rulesets.find(({ id }) => id === ruleset.value).seats;
    const least = Math.max(2, minimum);
    seats.replaceChildren(...Array.from({ length: maximum - least + 1 }, (_, n) => el("option", { value: least + n }, least + n)));
  };
  ruleset.addEventListener("change", arrange);
  arrange();
  const value = () => ({
    ruleset: ruleset.value, seats: Number(seats.value), wait_s: WAIT_S,
    ...(CLOCKS[clock.value] ? { clock: CLOCKS[clock.value] } : {}), ...(rated.checked ? { rated: true } : {}),
    ...(fill.checked ? { fill: { after_s: FILL_S } } : {}),
  });
  const elements = [el("div", { class: "row" }, field(say("ruleset"), ruleset), field(say("seats"), seats), field(say("time_limit"), clock)), field(say("fill_with_computers"), fill), field(say("rated"), rated), isGuest() ? el("p", { class: "quiet" }, say("not_rated_here")) : null];
  return { elements, value };
}

/** What a seek is for, in a few words. */
export function describe(rulesets, { ruleset, seats, rated, clock }) {
  const found = rulesets.find((one) => one.id === ruleset);
  const more = [...(clock ? [say("with_clock")] : []), ...(rated ? [say("rated")] : [])];
  return [found ? nameOf(found) : ruleset, say("for_so_many", { count: seats }), ...more].join(" · ");
}
