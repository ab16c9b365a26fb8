/** Letters on the board: they are enlarged to what can be read, and left out where they would grow too much; zoom brings them back. */

const LEAST_PX = 11;
const MOST_GROWN = 1.6; // times the size in which they are drawn; larger ones would cover what lies beside them

/** Fit the letters of a drawing, and those of the shapes that it takes from a stock; of several drawings that share a shape, the last one counts. */
export function fitLetters(svg, stock) {
  const scale = svg.getScreenCTM()?.a;
  if (!scale) return;
  for (const element of [...written(svg), ...stampsOf(svg, stock).flatMap(written)]) fit(element, scale);
}

const written = (root) => [...root.querySelectorAll("[font-size], [data-size]")];

/** The shapes of a stock that a drawing uses, also within others; what only lies beside the board keeps its letters. */
function stampsOf(svg, stock, known = new Set()) {
  for (const name of new Set([...svg.querySelectorAll("use")].map((use) => use.getAttribute("href").slice(1)))) {
    const stamp = stock?.querySelector(`[id="${name}"]`);
    if (!stamp || known.has(stamp)) continue;
    known.add(stamp);
    stampsOf(stamp, stock, known);
  }
  return [...known];
}

function fit(element, scale) {
  const size = Number(element.dataset.size ?? element.getAttribute("font-size"));
  element.dataset.size = size;
  const wanted = LEAST_PX / scale;
  const isLost = wanted > size * MOST_GROWN;
  element.setAttribute("font-size", isLost ? size : Math.max(size, wanted).toFixed(2));
  element.classList.toggle("too-small", isLost);
}
