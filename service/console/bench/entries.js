/** Lines of the bench that unfold, code to read, and buttons that copy. */

import { button, el } from "../shared/dom.js";
import { say } from "../words/words.js";

/** A line of a list that shows more when it is pressed; what it shows is made when it is wanted. */
export function folding(entry, { head, body }) {
  const more = el("div", { class: "more", hidden: true });
  const draw = () => {
    line.replaceChildren(...head(entry));
    if (!more.hidden) more.replaceChildren(...body(entry).filter(Boolean));
  };
  const press = () => {
    more.hidden = !more.hidden;
    line.setAttribute("aria-expanded", String(!more.hidden));
    draw();
  };
  const line = el("button", { type: "button", class: "fold", "aria-expanded": "false", onclick: press });
  return { element: el("li", {}, line, more), draw };
}

/** JSON with a line for each member; any other text as it is. */
export function pretty(text) {
  return el("pre", { tabindex: 0 }, el("code", {}, spread(text)));
}

/** The text of JSON with a line for each member; where it was cut, it breaks before each member. */
export function spread(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return /^[[{]/.test(text) ? text.replace(/([[{,])(?=["{[])/g, "$1\n") : text;
  }
}

/** A button that copies what `write` answers. */
export function copyButton(label, write, members = {}) {
  const told = el("span", { class: "good", role: "status" });
  const copy = async () => {
    await copied(write());
    told.textContent = say("bench_copied");
  };
  return el("span", { class: "copying" }, button(label, copy, members), told);
}

/** Copy a text; pages that came without TLS may not use the clipboard themselves. */
async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const field = el("textarea", {}, text);
    document.body.append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
  }
}
