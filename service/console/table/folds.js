/** What folds at a table: the side with the log, and the drawer with forms. One of them is open at a time; where there is room the side always is. */

import { button, el, signed } from "../shared/dom.js";
import { site } from "../shared/site.js";
import { say } from "../words/words.js";

const LINKS = [["#/", "lobby"], ["#/new", "new_game"], [`${site}/guide/`, "guide"], [`${site}/docs`, "docs"]];

/** The two folds with their openers; `leave` puts back what they took from the page's head. */
export function foldsOf() {
  const side = fold("side", say("log_and_cards"), say("log"), "open-log");
  const drawer = fold("drawer", say("table_settings"), say("open_drawer"), "open-drawer");
  for (const [one, other] of [[side, drawer], [drawer, side]]) {
    one.opener.addEventListener("click", () => {
      other.shut(false);
      one.toggle();
    });
  }
  const links = el("nav", { class: "drawer-links", "aria-label": say("pages") }, LINKS.map(([href, key]) => el("a", { href }, say(key))));
  drawer.element.append(links);
  const bench = document.getElementById("open-bench");
  const home = bench && { parent: bench.parentElement, next: bench.nextElementSibling };
  const narrow = matchMedia("(max-width: 48rem)");
  let settle = () => {};
  return {
    side, drawer,
    buttons: [side.opener, drawer.opener],
    /** Take the opener of the bench into a place of the table; in narrow windows, which the strip of seats needs, into the drawer. */
    take: (place) => {
      if (!bench) return;
      settle = () => { if (narrow.matches) links.append(bench); else place.prepend(bench); };
      narrow.addEventListener("change", settle);
      settle();
    },
    leave: () => {
      narrow.removeEventListener("change", settle);
      if (bench) home.parent.insertBefore(bench, home.next);
    },
  };
}

function fold(id, title, called, openerId) {
  const heading = el("h2", { tabindex: -1 }, title);
  const shut = (back = true) => {
    if (!element.hasAttribute("data-open")) return;
    const held = element.contains(document.activeElement);
    element.removeAttribute("data-open");
    opener.setAttribute("aria-expanded", "false");
    if (back && held) opener.focus({ preventScroll: true });
  };
  const open = () => {
    element.setAttribute("data-open", "");
    opener.setAttribute("aria-expanded", "true");
    heading.focus({ preventScroll: true });
  };
  const toggle = () => (element.hasAttribute("data-open") ? shut() : open());
  const close = button(signed("×", say("close")), () => shut(), { class: "close", id: `close-${id}` });
  const element = el("aside", { class: id, id, "aria-label": title, onkeydown: (event) => { if (event.key === "Escape" && !event.defaultPrevented) shut(); } },
    el("div", { class: "drawer-head" }, heading, close));
  const opener = el("button", { type: "button", id: openerId, "aria-expanded": "false", "aria-controls": id }, called);
  return { element, opener, open, shut, toggle };
}
