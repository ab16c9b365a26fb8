/** A closer look at the board: two fingers, a double tap, the keys + − 0, a wheel with the control key, and two buttons. */

import { button, el, signed } from "../shared/dom.js";
import { say } from "../words/words.js";

const MOST = 5;
const STEP = 1.5;
const TWICE = 2;
const KEYS = { "+": STEP, "=": STEP, "-": 1 / STEP };

/** The zoom of a figure: `apply` it to a drawing that comes anew; `changed` is told after each change. */
export function zoomOf(figure, changed) {
  let svg = null;
  let frame = null; // of the whole drawing: x, y, width, height
  let view = null; // what is looked at: the factor, and the middle of it in units of the drawing
  const reset = () => { view = { by: 1, x: frame[0] + frame[2] / 2, y: frame[1] + frame[3] / 2 }; };
  const write = () => {
    const [left, top, width, height] = frame;
    const [wide, high] = [width / view.by, height / view.by];
    view.x = Math.max(left + wide / 2, Math.min(left + width - wide / 2, view.x));
    view.y = Math.max(top + high / 2, Math.min(top + height - high / 2, view.y));
    svg.setAttribute("viewBox", [view.x - wide / 2, view.y - high / 2, wide, high].map((one) => one.toFixed(1)).join(" "));
    figure.toggleAttribute("data-zoomed", view.by > 1);
    less.disabled = view.by <= 1;
    more.disabled = view.by >= MOST;
    changed();
  };
  /** Zoom so that what lies at a point of the window stays there. */
  const zoom = (factor, at = middleOf(figure)) => {
    if (!svg) return;
    const by = Math.max(1, Math.min(MOST, view.by * factor));
    const spot = spotOf(svg, at);
    const share = view.by / by;
    view = { by, x: spot.x + (view.x - spot.x) * share, y: spot.y + (view.y - spot.y) * share };
    write();
  };
  const move = (right, down) => {
    const scale = svg.getScreenCTM().a;
    view.x -= right / scale;
    view.y -= down / scale;
    write();
  };
  const more = button(signed("+", say("zoom_in")), () => zoom(STEP), { id: "zoom-more" });
  const less = button(signed("−", say("zoom_out")), () => zoom(1 / STEP), { id: "zoom-less", disabled: true });
  const listen = (event) => {
    const isTyped = event.target.closest?.("input, select, textarea, dialog, .bench");
    if (!svg || isTyped || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "0" && view.by > 1) { reset(); write(); }
    if (KEYS[event.key]) zoom(KEYS[event.key]);
  };
  document.addEventListener("keydown", listen);
  figure.addEventListener("dblclick", (event) => {
    if (!svg || event.target.closest(".mark, .menu, button, a")) return;
    if (view.by > 1) { reset(); write(); } else zoom(TWICE, event);
  });
  figure.addEventListener("wheel", (event) => {
    if (!event.ctrlKey || !svg) return;
    event.preventDefault();
    zoom(event.deltaY < 0 ? 1.1 : 1 / 1.1, event);
  }, { passive: false });
  figure.addEventListener("focusin", ({ target }) => { // a place that gets the focus comes into sight
    if (!svg || view.by <= 1 || !target.closest(".mark")) return;
    const [place, room] = [target, figure].map((one) => one.getBoundingClientRect());
    if (place.left >= room.left && place.right <= room.right && place.top >= room.top && place.bottom <= room.bottom) return;
    Object.assign(view, spotOf(svg, middleOf(target)));
    write();
  });
  fingers(figure, { zoom, move, isZoomed: () => svg && view.by > 1 });
  return {
    buttons: el("div", { class: "zooming", hidden: true }, less, more),
    apply(drawing) {
      svg = drawing;
      if (!svg) return;
      const wanted = svg.getAttribute("viewBox").split(" ").map(Number);
      const isSame = frame && wanted.every((one, at) => one === frame[at]);
      frame = wanted;
      if (!isSame || !view) reset();
      write();
    },
    stop: () => document.removeEventListener("keydown", listen),
  };
}

/** One finger moves a board that is zoomed, two zoom it. */
function fingers(figure, { zoom, move, isZoomed }) {
  const down = new Map();
  let moved = false;
  const spread = () => {
    const [one, other] = [...down.values()];
    return { far: Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY), clientX: (one.clientX + other.clientX) / 2, clientY: (one.clientY + other.clientY) / 2 };
  };
  figure.addEventListener("pointerdown", (event) => {
    if (!down.size) moved = false;
    down.set(event.pointerId, event);
  });
  figure.addEventListener("pointermove", (event) => {
    const before = down.get(event.pointerId);
    if (!before) return;
    const old = down.size === 2 ? spread() : null;
    down.set(event.pointerId, event);
    if (old) {
      const now = spread();
      moved = true;
      if (old.far) zoom(now.far / old.far, now);
    } else if (isZoomed()) {
      moved ||= Math.hypot(event.clientX - before.clientX, event.clientY - before.clientY) > 3;
      if (moved) move(event.clientX - before.clientX, event.clientY - before.clientY);
      else down.set(event.pointerId, before);
    }
  });
  const up = (event) => down.delete(event.pointerId);
  for (const name of ["pointerup", "pointercancel", "pointerleave"]) figure.addEventListener(name, up);
  figure.addEventListener("click", (event) => { // the end of a move is no press
    if (!moved) return;
    moved = false;
    event.preventDefault();
    event.stopPropagation();
  }, { capture: true });
}

function spotOf(svg, { clientX, clientY }) {
  const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(svg.getScreenCTM().inverse());
  return { x, y };
}

function middleOf(element) {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { clientX: left + width / 2, clientY: top + height / 2 };
}
