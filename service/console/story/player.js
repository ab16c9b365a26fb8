/** The player of a game: from version to version by a slider, buttons and keys, or by itself at a chosen speed. */

import { copyText, watchLink } from "../friends/links.js";
import { pause } from "../shared/api.js";
import { button, el, select } from "../shared/dom.js";
import { wish, wished } from "../shared/purse.js";
import { say } from "../words/words.js";

const SPEEDS = { "½×": 2000, "1×": 1000, "2×": 500, "4×": 250, "8×": 125 }; // milliseconds for a version
const USUAL = "2×";
const AHEAD = 4; // versions that are asked for before they are shown

/** The panel of the player. */
export function playerPanel(table) {
  const slider = el("input", { type: "range", min: 1, id: "slider", "aria-label": say("version") });
  const shown = el("output", { for: "slider", id: "shown-version" });
  const speed = select(Object.keys(SPEEDS).map((name) => [name, name]), wished("speed") in SPEEDS ? wished("speed") : USUAL, { id: "speed", "aria-label": say("speed") });
  speed.addEventListener("change", () => wish("speed", speed.value));
  const goTo = latest((version) => table.lookAt(Math.max(1, Math.min(version, table.head.version))));
  const step = (by) => goTo(table.view.version + by);
  const start = button("", () => { run.toggle(); }, { id: "play-on" });
  const run = runner(table, goTo, () => SPEEDS[speed.value], (isOn) => {
    start.setAttribute("aria-label", say(isOn ? "pause_here" : "play_on"));
    start.classList.toggle("on", isOn);
  });
  slider.addEventListener("input", () => { run.stop(); shown.value = `${slider.value} / ${slider.max}`; goTo(Number(slider.value)); });
  const back = button("", () => { run.stop(); return step(-1); }, { "aria-label": say("earlier"), id: "earlier" });
  const on = button("", () => { run.stop(); return step(1); }, { "aria-label": say("later"), id: "later" });
  const element = el("section", { class: "film", id: "player", "aria-label": say("time_travel") },
    el("div", { class: "steps" }, back, start, on), slider, shown, speed, linkButton(table));
  const keys = { " ": run.toggle, ArrowLeft: () => { run.stop(); step(-1); }, ArrowRight: () => { run.stop(); step(1); }, Home: () => { run.stop(); goTo(1); }, End: () => { run.stop(); goTo(table.head.version); } };
  const listen = (event) => {
    if (!keys[event.key] || event.altKey || event.ctrlKey || event.metaKey || !isForPlayer(event, element, table)) return;
    event.preventDefault();
    keys[event.key]();
  };
  document.addEventListener("keydown", listen);
  const draw = () => {
    element.hidden = table.head.status === "open"; // nothing was played yet
    slider.max = table.head.version;
    if (!goTo.isBusy()) slider.value = table.view.version;
    shown.value = `${table.view.version} / ${table.head.version}`;
    element.classList.toggle("sticks", table.isPast || table.head.status === "finished");
  };
  return { element, draw, stop: () => { run.stop(); document.removeEventListener("keydown", listen); } };
}

/** Do something with the newest of the values that come while it is being done. */
function latest(work) {
  let next = null;
  let running = null;
  const loop = async () => {
    let done = true;
    while (next) {
      const [value] = next;
      next = null;
      done = await work(value);
    }
    running = null;
    return done;
  };
  const put = (value) => {
    next = [value];
    running ??= loop();
    return running;
  };
  return Object.assign(put, { isBusy: () => next !== null });
}

/** Show one version after another until the last one, a failure, or `stop`. */
function runner(table, goTo, interval, told) {
  let isOn = false;
  const set = (value) => { isOn = value; told(value); };
  const run = async () => {
    set(true);
    if (!table.isPast) await goTo(1);
    while (isOn && !table.left && table.isPast) {
      const { version } = table.view;
      table.past.ahead(Array.from({ length: AHEAD }, (_, n) => version + 1 + n).filter((one) => one < table.head.version));
      await pause(interval());
      if (isOn && table.isPast && !(await goTo(table.view.version + 1))) break;
    }
    set(false);
  };
  set(false);
  return { toggle: () => { if (isOn) set(false); else run(); }, stop: () => { if (isOn) set(false); } };
}

/** Whether a key is meant for the player: pressed in it or on nothing in particular, and never while a live game is played. */
function isForPlayer({ target, key, defaultPrevented }, element, table) {
  if (defaultPrevented || document.querySelector("dialog[open]")) return false;
  if (target.closest?.("#player")) return target.matches("#slider") ? key === " " : !target.matches("select, button") || key !== " ";
  return (table.isPast || table.head.status === "finished") && !target.closest?.("input, select, textarea, button, a, summary, [role], [tabindex]:not(main)");
}

function linkButton(table) {
  const told = el("span", { class: "good", role: "status" });
  const copy = async () => {
    await copyText(watchLink(table.id, table.view.version));
    told.textContent = say("copied");
    setTimeout(() => { told.textContent = ""; }, 2000);
  };
  return el("span", { class: "link-here" }, button(say("copy_version"), copy, { id: "copy-version", title: say("copy_version_note") }), told);
}
