/** The console: which page the address names, and the frame around it. */

import { ask } from "./api.js";
import { el, field, form } from "./dom.js";
import { showLobby } from "./lobby.js";
import * as paths from "./paths.js";
import { attempt, clearProblems } from "./problems.js";
import { apiKey, holdKey } from "./purse.js";
import { showSetup } from "./setup.js";
import { showTable } from "./table.js";
import { language, say } from "./words.js";

const GAME = /^#\/games\/([\w-]+)$/;
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
  const place = el("div", { class: "page" });
  main.replaceChildren(place);
  const named = GAME.exec(location.hash);
  const page = named ? showTable : location.hash === "#/new" ? showSetup : showLobby;
  await attempt(async () => {
    const end = (await page(place, named?.[1])) ?? (() => {});
    if (mine === shown) leave = end;
    else end();
  });
}

async function foot() {
  const told = await ask("GET", paths.server()).catch(() => null);
  const key = el("input", { type: "password", autocomplete: "off", value: apiKey() ?? "" });
  const keep = form({ class: "row" }, () => { holdKey(key.value.trim()); show(); }, field(say("api_key"), key), el("button", {}, say("use")));
  document.getElementById("foot").replaceChildren(
    el("span", {}, told ? `Longroad ${told.version} · ${say("durability")}: ${told.durability}` : say("unreachable")),
    el("details", {}, el("summary", {}, say("api_key")), keep),
  );
}

document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault();
  main.focus();
});
addEventListener("hashchange", show);
translate();
show();
foot();
