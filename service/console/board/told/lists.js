/** Lists of sentences, as a screen reader reads them. */

import { el } from "../../shared/dom.js";
import { say } from "../../words/words.js";

/** A heading with a list below it; nothing where nothing is listed. */
export const listed = (key, items) => (items.length ? [el("h3", {}, say(key)), el("ul", {}, items.map((item) => el("li", {}, item)))] : []);

/** Some parts of a sentence, those that are there. */
export const sentence = (...parts) => `${parts.flat().filter(Boolean).join("; ")}.`;

/** Things of a kind, such as `roads: a, b`; how many there are comes first. */
export const things = (key, items) => (items.length ? `${items.length} ${say(key)}: ${items.join(", ")}` : "");

/** Turn what an element holds into `parts`; what says the same stays, so that whoever reads there keeps the place. */
export function mend(element, parts) {
  parts.forEach((part, at) => {
    const old = element.childNodes[at];
    if (!old) element.append(part);
    else if (old.nodeName !== part.nodeName) old.replaceWith(part);
    else if (old.nodeType === Node.TEXT_NODE) old.data = part.data;
    else mend(old, [...part.childNodes]);
  });
  while (element.childNodes.length > parts.length) element.lastChild.remove();
}
