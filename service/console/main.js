/** The console: which page the address names, and the frame around it. */

import { readLink } from "./friends/join.js";
import { showLobby } from "./lobby/lobby.js";
import { ask, Refusal } from "./shared/api.js";
import { button, el, field, form, select } from "./shared/dom.js";
import * as paths from "./shared/paths.js";
import { attempt, clearProblems, load } from "./shared/problems.js";
import { apiKey, holdKey, wished, wishLanguage } from "./shared/purse.js";
import { nameTab } from "./shared/tab.js";
import { LANGUAGES, language, say } from "./words/words.js";

const UNSEEN = 404;
const BOARD = "#board=";
const SETUP = /^#\/new(?:\?map=([\w.-]+))?$/;
const GAME = /^#\/games\/([\w-]+)(?:\?version=(\d{1,9}))?$/;
const main = document.getElementById("main");
let leave = () => {};
let shown = 0;

function translate() {
  document.documentElement.lang = language;
  for (const element of document.querySelectorAll("[data-say]")) element.textContent = say(element.dataset.say);
}

function mark() {
  for (const link of document.querySelectorAll("#nav a")) {
    if (link.getAttribute("href") === (location.hash || "#/")) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}

async function show() {
  const mine = ++shown;
  leave();
  leave = () => {};
  clearProblems();
  mark();
  document.body.classList.toggle("at-table", GAME.test(location.hash)); // the frame around other pages is away from the start
  const place = el("div", { class: "page" }, el("p", { class: "quiet", role: "status" }, say("loading")));
  main.replaceChildren(place);
  const page = pageOf(location.hash);
  const done = await load(async () => {
    const end = (await page(place)) ?? (() => {});
    if (mine === shown) leave = end;
    else end();
  });
  if (mine === shown) settle(place, done);
}

/** What fills the page of an address. */
function pageOf(hash) {
  const named = GAME.exec(hash);
  if (named) return (place) => tableOrWays(place, named[1], named[2] && Number(named[2]));
  const link = readLink(hash);
  if (link) return async (place) => (await friends())[link.isBack ? "showBack" : "showJoin"](place, link);
  if (hash.startsWith(BOARD)) return async (place) => (await import("./lobby/own_board.js")).showBoard(place, hash.slice(BOARD.length));
  const setup = SETUP.exec(hash);
  return setup ? async (place) => (await import("./lobby/setup.js")).showSetup(place, setup[1]) : showLobby;
}

const friends = async () => (await import("./friends/friends.js")).friends;

/** The table; for whom it is not to be seen, what leads back to a seat at it. */
async function tableOrWays(place, id, version) {
  try {
    return await (await atTable()).showTable(place, id, version);
  } catch (fault) {
    if (!(fault instanceof Refusal) || fault.problem.status !== UNSEEN) throw fault;
    document.body.classList.remove("at-table");
    return (await friends()).showLost(place, id, fault.hadSeat ? "seat_lost" : "table_unseen");
  }
}

/** Name the page in the title, or offer to try again where it could not be shown. */
function settle(place, done) {
  if (!done) document.body.classList.remove("at-table");
  if (!done) place.replaceChildren(el("p", { class: "row" }, button(say("try_again"), show), el("a", { href: "#/" }, say("lobby"))));
  else place.querySelector(":scope > [role=status]")?.remove();
  if (place.querySelector(".table-page")) return; // a table names itself
  const heading = place.querySelector("h1");
  nameTab(heading ? `${heading.dataset.tab ?? heading.firstChild.textContent} · Longroad` : "Longroad");
}

/** Another page: whoever reads it or uses a keyboard begins at its top. */
async function turn() {
  main.focus({ preventScroll: true });
  scrollTo(0, 0);
  await show();
}

function languageChoice() {
  const list = select(Object.entries(LANGUAGES), language, { id: "language", "aria-label": say("language") });
  list.addEventListener("change", () => {
    wishLanguage(list.value);
    location.reload();
  });
  return list;
}

/** The button of the developer's bench, which is only loaded when somebody wants it. */
function benchButton() {
  return button(say("developer"), async (opener) => (await bench()).toggleBench(opener), { id: "open-bench", "aria-expanded": "false" });
}

const bench = () => import("./bench/bench.js");

/** What a table needs; fetched at the first press, so that it is there when a game is begun. */
const atTable = () => import("./table/table.js");

function keyForm() {
  const key = el("input", { type: "password", autocomplete: "off", id: "api-key", value: apiKey() ?? "" });
  const told = el("p", { role: "status" });
  const use = (value) => {
    key.value = value;
    holdKey(value);
    return show();
  };
  const make = () => attempt(async () => {
    const made = await ask("POST", paths.keys(), { body: {} });
    await use(made.key);
    told.replaceChildren(say("key_made"), " ", el("code", { class: "secret" }, made.key));
  });
  return el("details", {}, el("summary", {}, say("api_key")), el("p", {}, say("key_note")),
    form({ class: "row" }, () => use(key.value.trim()), field(say("api_key"), key), el("button", {}, say("use")), button(say("make_key"), make)), told);
}

async function foot() {
  const told = await ask("GET", paths.server()).catch(() => null);
  document.getElementById("foot").replaceChildren(
    el("span", {}, told ? `Longroad ${told.version} · ${say("durability")}: ${told.durability}` : say("unreachable")), keyForm());
}

document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault();
  main.focus();
});
addEventListener("hashchange", turn);
for (const sign of ["pointerdown", "keydown"]) addEventListener(sign, () => { atTable().catch(() => {}); }, { once: true, capture: true }); // whoever needs it asks again
translate();
const opener = benchButton();
document.querySelector(".bar").append(opener, languageChoice());
if (wished("bench")) await bench().then(({ reopenBench }) => reopenBench(opener)).catch(() => {}); // the page does without it
show();
foot();
