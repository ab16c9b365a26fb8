/** The tray above the action bar: one thing at a time that needs more than a press, such as a trade. */

import { button, el, signed } from "../shared/dom.js";
import { say } from "../words/words.js";

/** The tray. What it holds stays while it is about the same thing, whatever happens at the table meanwhile. */
export function makeTray() {
  const element = el("div", { class: "tray", id: "tray", hidden: true });
  let open = null; // the name of what it holds, and what that was made of
  let opener = null;
  const close = (back = true) => {
    open = null;
    element.hidden = true;
    element.replaceChildren();
    if (back && opener?.isConnected) opener.focus({ preventScroll: true });
  };
  const fill = (name, made, title, content, isOwed = false) => {
    open = { name, made, isOwed };
    element.replaceChildren(el("div", { class: "tray-head" }, [el("h2", {}, title), isOwed ? null : button(signed("×", say("close")), () => close(), { class: "close" })].filter(Boolean)), ...content);
    element.hidden = false;
  };
  element.addEventListener("keydown", (event) => { if (event.key === "Escape" && !open?.isOwed) close(); });
  return {
    element,
    close,
    get name() { return open?.name ?? null; },
    /** Show what is owed, made anew unless it is there already; it stays until it is done. */
    show(name, made, title, content) {
      if (open?.name === name && open.made === made) return;
      fill(name, made, title, content(), true);
    },
    get isOwed() { return open?.isOwed ?? false; },
    /** Open or close it for whoever pressed. */
    toggle(name, made, title, content) {
      if (open?.name === name) return close();
      opener = document.activeElement;
      fill(name, made, title, content());
      element.querySelector("button:not(.close):not(:disabled)")?.focus({ preventScroll: true });
    },
  };
}
