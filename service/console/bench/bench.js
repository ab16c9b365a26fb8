/** The developer's bench: a drawer that shows how the page uses the API, so that one learns the API by watching it. */

import { button, el } from "../shared/dom.js";
import { server } from "../shared/paths.js";
import { wish } from "../shared/purse.js";
import { site } from "../shared/site.js";
import { BENCH } from "../words/bench.js";
import { learn, say } from "../words/words.js";
import { botPanel } from "./bot.js";
import { editorPanel } from "./editor.js";
import { eventsPanel } from "./events.js";
import { keepEvent, keepRequest } from "./log.js";
import { requestsPanel } from "./requests.js";
import { listen } from "./tap.js";

const STYLE = "/console/css/bench.css";
const READING = [["/docs", "bench_api"], ["/guide", "bench_guide"], ["/docs/glossary", "bench_glossary"], ["/openapi.json", "bench_contract"], ["/asyncapi.yaml", "bench_streams"]];
const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
let drawer = null;

/** Open the bench, or close it; it hears of requests from the first time on that it is opened. */
export async function toggleBench(opener) {
  drawer ??= await makeDrawer(opener);
  if (drawer.isOpen()) return drawer.close();
  drawer.open();
  dispatchEvent(new Event("benchopen")); // a table looks once more, so that there is something to read
  return drawer.focus();
}

/** Open the bench in a browser that had it open, without taking the focus. */
export async function reopenBench(opener) {
  drawer = await makeDrawer(opener);
  drawer.open();
}

async function makeDrawer(opener) {
  learn(BENCH);
  await styled();
  const editor = editorPanel(() => choose("send"));
  const panels = { requests: requestsPanel(), events: eventsPanel(), send: editor, bot: botPanel() };
  const hear = (game, event) => {
    keepEvent(game, event);
    panels.bot.hear();
  };
  listen({ sent: keepRequest, event: hear, consider: editor.consider });
  const tabs = Object.keys(panels).map((name) => el("button", { type: "button", role: "tab", id: `tab-${name}`, "aria-controls": `bench-${name}`, onclick: () => choose(name) }, say(`bench_${name}`)));
  const places = Object.entries(panels).map(([name, { element }]) => el("div", { role: "tabpanel", id: `bench-${name}`, "aria-labelledby": `tab-${name}`, tabindex: 0 }, element));
  const choose = (name) => {
    for (const tab of tabs) {
      const isChosen = tab.id === `tab-${name}`;
      tab.setAttribute("aria-selected", String(isChosen));
      tab.setAttribute("tabindex", isChosen ? 0 : -1);
    }
    for (const place of places) place.hidden = place.id !== `bench-${name}`;
    panels[name].show?.();
  };
  const close = () => {
    editor.release();
    show(false);
    opener.focus();
  };
  const show = (is) => {
    element.hidden = !is;
    document.body.classList.toggle("with-bench", is);
    opener.setAttribute("aria-expanded", String(is));
    wish("bench", is);
  };
  const element = el("aside", { class: "bench", id: "bench", hidden: true, "aria-label": say("bench"), onkeydown: (event) => { if (event.key === "Escape") close(); } },
    el("div", { class: "bench-head" }, el("h2", {}, say("bench")), button(say("bench_close"), close, { id: "close-bench" })),
    el("div", { role: "tablist", "aria-label": say("bench"), onkeydown: (event) => step(event, tabs) }, tabs),
    places, el("p", { class: "reading" }, say("bench_read"), READING.map(([href, key]) => [" ", el("a", { href: site + href, target: "_blank", rel: "noopener" }, say(key))])));
  addEventListener("hashchange", () => choose(Object.keys(panels).find((name) => !element.querySelector(`#bench-${name}`).hidden)));
  document.body.append(element);
  choose("requests");
  const focus = () => element.querySelector("[role=tab][aria-selected=true]").focus({ preventScroll: true });
  return { isOpen: () => !element.hidden, close, open: () => show(true), focus };
}

/** Arrow keys lead from tab to tab. */
function step(event, tabs) {
  const way = STEPS[event.key];
  if (!way) return;
  event.preventDefault();
  const next = tabs[(tabs.indexOf(document.activeElement) + way + tabs.length) % tabs.length];
  next.click();
  next.focus();
}

/** Wait for the style of the bench, which the page has not loaded. */
function styled() {
  return new Promise((done) => {
    document.head.append(el("link", { rel: "stylesheet", href: site + STYLE, onload: done, onerror: done }));
  });
}
