/** The place on the first page for people to play with. What fills it is fetched at the first press, or at once where this browser has a player. */

import { button, el } from "../../shared/dom.js";
import { attempt } from "../../shared/problems.js";
import { heldPlayer } from "../../shared/purse.js";
import { say } from "../../words/words.js";

/** The place; `rulesets` are those of the server. `leave` ends what goes on in it. */
export function peoplePlace(rulesets) {
  const body = el("div", { class: "people" });
  let leave = () => {};
  let isLeft = false;
  const fill = () => attempt(async () => {
    const { showPeople } = await import("./players.js");
    if (isLeft) return;
    opener.hidden = true;
    leave = showPeople(body, rulesets);
  });
  const opener = button(say("seek"), fill, { id: "find-people" });
  const element = el("section", { "aria-labelledby": "people" }, el("h2", { id: "people" }, say("find_people")), el("p", { class: "quiet" }, say("find_people_note")), opener, body);
  if (heldPlayer()) fill();
  return { element, leave: () => { isLeft = true; leave(); } };
}
