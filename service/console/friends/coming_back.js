/** Coming back to a seat by one's personal link; and the ways that are left to somebody whose browser has forgotten it. */

import { lookOf } from "../lobby/looks.js";
import { ask } from "../shared/api.js";
import { el, field, form, redraw } from "../shared/dom.js";
import * as paths from "../shared/paths.js";
import { attempt } from "../shared/problems.js";
import { hold, holding } from "../shared/purse.js";
import { say } from "../words/words.js";
import { adopt, follow, isWorthless } from "./join.js";
import { watchLink } from "./links.js";
import { sharedChoice } from "./shared_computer.js";
import { lookBox, sittingList } from "./sitting.js";

/** Fill the page with the way back to a seat. The secret leaves the address at once; the tab keeps it until it is used. */
export function showBack(main, { game: id, token }) {
  if (token) history.replaceState(null, "", `#/back/${id}`);
  hold(id, token ? { offered: { token } } : {});
  const { offered, seats } = holding(id);
  if (offered?.token) {
    const place = el("section", { class: "card join" });
    main.append(el("h1", {}, say("welcome_back")), place);
    return fillBack(place, id, offered.token);
  }
  if (Object.keys(seats).length) return location.replace(`#/games/${id}`);
  return showLost(main, id, "no_seat_here");
}

/** Fill the page for somebody who cannot get at a table: why, by the key of its words, and what can be done. */
export function showLost(main, id, why) {
  main.replaceChildren(el("h1", {}, say("seat_missing")), waysBack(id, say(why), why === "seat_lost" ? say("seat_lost_note") : ""));
}

/** The form that brings one back, beside the table as its token may see it. */
async function fillBack(place, id, token) {
  const shared = sharedChoice();
  const back = () => attempt(async () => {
    shared.settle();
    try {
      await adopt(id, token, "", true);
    } catch (fault) {
      if (!isWorthless(fault)) throw fault;
      hold(id, { offered: null });
      return place.replaceWith(waysBack(id, say("way_back_dead")));
    }
    hold(id, { offered: null, toldOfBack: true }); // whoever came by the link has it
    location.hash = `#/games/${id}`;
    return undefined;
  });
  const game = await ask("GET", paths.game(id), { token }).catch(() => null); // the form says what is wrong with it
  redraw(place, game && lookBox(lookOf(game)), el("div", { class: "facts" }, el("p", {}, say("back_note")), game && sittingList(game),
    form({ id: "back" }, back, shared.parts,
      el("button", { class: "main", id: "back-to-seat" }, say("back_to_seat")))));
}

/** What somebody without a token can do: the browser that has it, the way back, and what the others at the table decide. */
export function waysBack(id, why, note = "") {
  const given = el("input", { id: "way-back", required: true, autocomplete: "off", spellcheck: "false" });
  return el("section", { class: "card ways-back", id: "ways-back" },
    el("p", {}, el("strong", {}, why), note ? ` ${note}` : null), el("p", {}, say("ways_back")),
    el("ol", { class: "ways" },
      el("li", {}, el("h2", {}, say("way_browser_title")), el("p", {}, say("way_other_browser"))),
      el("li", {}, el("h2", {}, say("way_link_title")), el("p", {}, say("way_own_link")), form({ class: "row" }, () => attempt(() => follow(given.value, true)), field(say("way_back_given"), given), el("button", { id: "use-way-back" }, say("use")))),
      el("li", {}, el("h2", {}, say("way_others_title")), el("p", {}, say("way_of_others")))),
    el("p", { class: "row" }, el("a", { class: "button", id: "try-to-sit", href: `#/join/${id}` }, say("try_to_sit")), el("a", { class: "button", href: watchLink(id) }, say("only_watch"))));
}
