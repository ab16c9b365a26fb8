/** Elements without inline styles or scripts, as the page's policy wants them. */

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
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

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

/** A button that cannot be pressed again while what it does is under way. */
export function button(text, press, members = {}) {
  const control = el("button", { type: "button", ...members }, text);
  control.addEventListener("click", async () => {
    control.disabled = true;
    try {
      await press(control);
    } finally {
      control.disabled = false;
    }
  });
  return control;
}

/** A form whose submission goes to `send`. */
export function form(members, send, ...children) {
  const onsubmit = (event) => {
    event.preventDefault();
    send(event.currentTarget);
  };
  return el("form", { ...members, onsubmit }, ...children);
}
