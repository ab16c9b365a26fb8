/** Elements without inline styles or scripts, as the page's policy wants them. */

import { say } from "../words/words.js";

const SVG = "http://www.w3.org/2000/svg";

/** An element: `on...` members listen, true and false set or leave out an attribute, the rest are attributes. */
export function el(name, members = {}, ...children) {
  return filled(document.createElement(name), members, children);
}

/** The same for a shape of a drawing. */
export function shape(name, members = {}, ...children) {
  return filled(document.createElementNS(SVG, name), members, children);
}

function filled(element, members, children) {
  for (const [name, value] of Object.entries(members)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, String(value));
  }
  element.append(...present(children));
  return element;
}

/** Children without those that are not there: `null`, `undefined` and `false` would be written as words. */
const present = (children) => children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false);

/** A labeled control; the label comes first, but after a box to tick. */
export function field(label, control) {
  const ticked = control.type === "checkbox";
  return el("label", { class: ticked ? "field tick" : "field" }, ticked ? [control, el("span", {}, label)] : [el("span", {}, label), control]);
}

/** A drop-down list of `[value, text]`. */
export function select(choices, chosen, members = {}) {
  const options = choices.map(([value, text]) => el("option", { value, selected: value === chosen }, text));
  return el("select", members, options);
}

/** A button that does nothing more while what it does is under way; it keeps the focus. */
export function button(text, press, members = {}) {
  const control = el("button", { type: "button", ...members }, text);
  control.addEventListener("click", () => once(control, () => press(control)));
  return control;
}

/** What a button shows for those who see it, and says in words to all others. */
export const signed = (sign, told) => [el("span", { "aria-hidden": "true" }, sign), el("span", { class: "unseen" }, told)];

/** Show a dialog over the page; it is gone once it is closed. */
export function openDialog(box) {
  box.addEventListener("close", () => box.remove());
  document.body.append(box);
  box.showModal();
}

/** Ask over the page whether something is to be done, `deed` in a word; answers whether it is. Closing the dialog means no. */
export const confirmed = (question, deed) => new Promise((done) => {
  let isSure = false;
  const close = (is) => { isSure = is; box.close(); };
  const box = el("dialog", { class: "rule", id: "confirm", role: "alertdialog", "aria-labelledby": "asked", onclose: () => done(isSure) },
    el("p", { id: "asked" }, question),
    el("div", { class: "row" }, button(say("cancel"), () => close(false), { id: "stay" }), button(deed, () => close(true), { class: "grave", id: "sure" })));
  openDialog(box);
});

/** A form whose submission goes to `send`, one at a time. */
export function form(members, send, ...children) {
  const onsubmit = (event) => {
    event.preventDefault();
    const whole = event.currentTarget;
    once(whole, () => send(whole));
  };
  return el("form", { ...members, onsubmit }, ...children);
}

async function once(control, work) {
  if (control.getAttribute("aria-busy") === "true") return;
  control.setAttribute("aria-busy", "true");
  try {
    await work();
  } finally {
    control.removeAttribute("aria-busy");
  }
}

/** New content for an element; what had the focus in it, by its id, has it again. */
export function redraw(element, ...children) {
  const held = element.contains(document.activeElement) ? document.activeElement.id : "";
  element.replaceChildren(...present(children));
  if (held) element.querySelector(`#${CSS.escape(held)}`)?.focus({ preventScroll: true });
}
