/** The tabs of the side: the log, the cards of all seats, and the figures of the game, which are fetched when somebody wants them. */

import { el } from "../shared/dom.js";
import { load } from "../shared/problems.js";
import { say } from "../words/words.js";

const NAMES = ["log", "seats", "figures"];
const ROLLED = new Set(["catan", "catan-dice", "elasund"]); // games with dice

/** The log of a table with its tab, `around` with the cards of the seats, and the figures; `list` gets the tabs, `panels` lie below, `choose` shows one by its name. */
export function tabsOf(table, log, around) {
  const figures = el("div", { role: "tabpanel", id: "panel-figures", "aria-labelledby": "tab-figures", hidden: true });
  const panels = [el("div", { role: "tabpanel", class: "log-panel", id: "panel-log", "aria-labelledby": "tab-log" }, log), el("div", { role: "tabpanel", id: "panel-seats", "aria-labelledby": "tab-seats", hidden: true }, around), figures];
  let panel = null;
  const tabs = NAMES.map((name, at) => el("button", { type: "button", role: "tab", id: `tab-${name}`, "aria-controls": `panel-${name}`, "aria-selected": String(!at), tabindex: at ? -1 : 0, onclick: () => choose(at) }, say(name)));
  const choose = (at) => {
    tabs.forEach((tab, n) => { tab.setAttribute("aria-selected", String(n === at)); tab.setAttribute("tabindex", n === at ? 0 : -1); });
    panels.forEach((one, n) => { one.hidden = n !== at; });
    return draw();
  };
  const step = (event) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!by) return;
    event.preventDefault();
    const next = (tabs.indexOf(document.activeElement) + by + tabs.length) % tabs.length;
    tabs[next].focus();
    choose(next);
  };
  const draw = () => load(async () => {
    tabs.at(-1).hidden = !ROLLED.has(table.head.ruleset);
    if (figures.hidden) return;
    const { figuresPanel } = await import("./figures.js");
    if (!panel) figures.append((panel = figuresPanel(table)).element);
    await panel.draw();
  });
  const list = el("div", { role: "tablist", class: "tabs", "aria-label": say("log"), onkeydown: step }, tabs);
  return { list, panels, draw, choose: (name) => choose(NAMES.indexOf(name)) };
}
