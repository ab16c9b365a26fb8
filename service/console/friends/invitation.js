/** The page of an invitation: who invites, one's name, and one click. Whoever sits at the table already goes there. */

import { lookOf } from "../lobby/looks.js";
import { ask, Refusal } from "../shared/api.js";
import { el, field, form } from "../shared/dom.js";
import { nameOf, rulesetOf } from "../shared/glossary.js";
import * as paths from "../shared/paths.js";
import { attempt } from "../shared/problems.js";
import { hold, holding, wish, wished } from "../shared/purse.js";
import { say } from "../words/words.js";
import { waysBack } from "./coming_back.js";
import { adopt } from "./join.js";
import { watchLink } from "./links.js";
import { sharedChoice } from "./shared_computer.js";
import { lookBox, sittingList } from "./sitting.js";

const FULL = new Set(["seat.none_open", "seat.taken"]);
const UNSEEN = 404;

/** Fill the page with the invitation; whoever sits at the table already goes there. Secrets leave the address at once; the tab keeps them. */
export async function showJoin(main, { game: id, isBack, ...given }) {
  if (given.invite || given.token || given.seat) history.replaceState(null, "", `#/join/${id}`);
  hold(id, { ...(given.invite ? { invite: given.invite } : {}), ...(given.by && given.of ? { host: [given.by, given.of, given.look ?? given.of, given.at ?? ""] } : {}), ...(given.token || given.seat ? { offered: given } : {}) });
  const { invite, seats, host, ...here } = holding(id);
  const offered = here.offered ?? {};
  if (!offered.token && !offered.seat && Object.keys(seats).length) return location.replace(`#/games/${id}`);
  const game = await ask("GET", paths.game(id), {}).catch(unseen);
  const name = el("input", { id: "my-name", maxlength: 40, autocomplete: "nickname", value: wished("name") ?? "", placeholder: offered.token ? null : say("friend") });
  const shared = sharedChoice();
  const ways = el("div", { "aria-live": "polite" });
  const sit = () => attempt(async () => {
    wish("name", name.value.trim());
    shared.settle();
    try {
      await (offered.token ? adopt(id, offered.token, name.value.trim()) : take(id, { seat: offered.seat, name: name.value.trim() || say("friend"), invite }));
    } catch (fault) {
      if (!isFull(fault)) throw fault;
      ways.replaceChildren(waysBack(id, say("all_taken"))); // who comes too late may have lost a seat here
      return ways.scrollIntoView({ block: "nearest" });
    }
    hold(id, { offered: null });
    location.hash = `#/games/${id}`;
    return undefined;
  });
  main.append(
    el("h1", {}, say("invited")),
    el("section", { class: "card join" },
      look(game, host),
      el("div", { class: "facts" }, ...(await told(game, host)),
        form({ id: "join" }, sit, field(say("your_name"), name), shared.parts,
          el("div", { class: "row" }, el("button", { class: "main", id: "sit-down" }, say("take")),
            game ? el("a", { class: "button", href: watchLink(id) }, say("only_watch")) : null)))),
    ways);
  return undefined;
}

/** Whether nobody can sit down any more: every seat is taken, or the invitation is no longer one. */
const isFull = (fault) => fault instanceof Refusal && (FULL.has(fault.problem.rule) || fault.problem.status === UNSEEN);

/** A private game hides from whoever does not sit there yet. */
function unseen(fault) {
  if (fault instanceof Refusal && fault.problem.status === UNSEEN) return null;
  throw fault;
}

/** How the game looks, as far as one knows. */
function look(game, host) {
  const known = game ? lookOf(game) : host?.[2];
  return known ? lookBox(known) : null;
}

async function told(game, host) {
  if (!game) return [host ? await introduced(host) : null, el("p", {}, say("invited_private")), host?.[3] ? el("p", {}, say("sit_already", { names: host[3] })) : null];
  const ruleset = await rulesetOf(game.ruleset);
  const open = game.seats.filter(({ kind }) => kind === "open").length;
  return [el("p", {}, el("strong", {}, nameOf(ruleset)), ` · ${say(`status_${game.status}`)} · ${say("seats_open", { count: open })}`), sittingList(game)];
}

/** Who invites, as the link tells it; a game that nobody knows here is called as it was written. */
async function introduced([name, of, look = of]) { // an older page kept no look
  const game = say(`called_${look.replaceAll("-", "_")}`) || (await rulesetOf(of).then(nameOf).catch(() => of));
  return el("p", {}, el("strong", {}, say("invited_by", { name, game })));
}

async function take(id, { seat, name, invite }) {
  const body = { ...(seat === undefined ? {} : { seat: Number(seat) }), ...(name ? { name } : {}), ...(invite ? { invite } : {}) };
  const seated = await ask("POST", paths.seats(id), { body });
  hold(id, { seats: { [seated.seat]: seated.token }, as: String(seated.seat) });
}

