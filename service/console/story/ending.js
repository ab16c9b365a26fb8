/** The moment in which a game ends: who won, the points of all, another game in one press; over the board until it is closed. */

import { choose } from "../motion/wishes.js";
import { button, el, shape } from "../shared/dom.js";
import { calledSeat, inPoints, paintOf, seatBadge } from "../shared/people.js";
import { holding, wished } from "../shared/purse.js";
import { goToStory, meetAgain } from "../table/travel.js";
import { ENDING } from "../words/ending.js";
import { learn, say } from "../words/words.js";
import { standingsOf } from "./standings.js";

/** The panel of the moment; it is shown once, and again for nobody. */
export function endingPanel(table) {
  learn(ENDING);
  const heading = el("h2", { id: "ending-said", tabindex: -1 }, saidOf(table));
  const close = () => {
    element.remove();
    document.getElementById("to-story")?.focus({ preventScroll: true });
  };
  const element = el("section", { class: "card ending", id: "ending", role: "dialog", "aria-labelledby": "ending-said", onkeydown: (event) => { if (event.key === "Escape") close(); } },
    cup(table), heading, standings(table), el("div", { class: "row" }, again(table)),
    el("div", { class: "row" },
      button(say("to_the_story"), () => { close(); goToStory(); }, { id: "ending-story" }),
      button(say("see_board"), close, { id: "see-board" })), soundOffer());
  let isNew = true;
  const draw = () => {
    element.hidden = table.isPast;
    if (isNew) requestAnimationFrame(() => heading.focus({ preventScroll: true }));
    isNew = false;
  };
  return { element, draw };
}

function saidOf({ id, head }) {
  const { winners = [] } = head.result ?? {};
  if (!winners.length) return say("result");
  if (winners.length === 1 && holding(id).as === String(winners[0])) return say("you_won");
  return say(winners.length > 1 ? "several_won" : "one_won", { names: winners.map((seat) => calledSeat(head, seat)).join(", ") });
}

/** All seats, those with most points first. */
function standings({ head }) {
  return el("ol", { class: "ranks" }, standingsOf(head).map(({ seat, points, won }) => el("li", { class: won ? "won" : "" },
    seatBadge(head, seat), el("span", { class: "name" }, calledSeat(head, seat)), el("strong", {}, inPoints(points)))));
}

function again(table) {
  const { head, id } = table;
  if (head.rematch) return el("a", { class: "button main again", id: "go-to-rematch", href: `#/games/${head.rematch}` }, say("go_to_rematch"));
  if (!holding(id).as || head.imported) return null;
  return button(say("rematch"), () => meetAgain(table), { class: "main again", id: "ending-rematch" });
}

/** Sounds are off until somebody wants them; whoever was never asked is asked here, once. */
function soundOffer() {
  if (wished("sound") !== undefined) return null;
  const answer = (isOn) => () => {
    choose("sound", isOn);
    document.getElementById("ending-said").focus({ preventScroll: true });
    offer.remove();
    if (isOn) import("../motion/sounds.js").then(({ sound }) => sound("end"));
  };
  const offer = el("p", { class: "row sound-offer" }, el("span", {}, say("sound_offer")), button(say("sound_yes"), answer(true), { id: "sound-yes" }), button(say("sound_no"), answer(false), { id: "sound-no" }));
  return offer;
}

/** A cup with a ribbon in the color of the winner. */
function cup({ head }) {
  const [winner = 0] = head.result?.winners ?? [];
  const rays = Array.from({ length: 12 }, (_, at) => shape("path", { d: "M0 -58L4 -46H-4Z", transform: `rotate(${at * 30})`, class: "ray" }));
  return shape("svg", { class: `cup ${paintOf(head, winner)}`, viewBox: "-60 -60 120 120", "aria-hidden": "true" }, rays,
    shape("path", { d: "M-18 -26H-34Q-34 -2 -12 2M18 -26H34Q34 -2 12 2", class: "handles" }),
    shape("path", { d: "M-20 -32H20Q20 6 0 10Q-20 6 -20 -32Z", class: "bowl" }),
    shape("path", { d: "M-14 -26Q-14 -4 -6 2", class: "gleam" }),
    shape("path", { d: "M-4 10H4L6 24H-6ZM-16 24H16V34H-16Z", class: "foot" }),
    shape("path", { d: "M-20 -14H20V-6H-19Z", class: "ribbon" }));
}
