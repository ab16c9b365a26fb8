/** The record that a replay made: to be saved, and shown where it is a text or a moving picture. */

import { el } from "../shared/dom.js";
import { say } from "../words/words.js";

const TYPES = { json: "application/json", ndjson: "application/x-ndjson", text: "text/plain", svg: "application/json" };
const ENDINGS = { json: "json", ndjson: "ndjson", text: "txt", svg: "svg.json", gif: "gif" };

/** What to show of a record. */
export function saved(record, format, game) {
  const file = format === "gif" ? painted(record) : new Blob([asText(record)], { type: TYPES[format] });
  const href = URL.createObjectURL(file);
  const link = el("a", { class: "button", href, download: `${game}.${ENDINGS[format]}` }, say("save"));
  const shown = { gif: () => el("img", { src: href, alt: say("replay") }), text: () => el("pre", { tabindex: 0 }, asText(record)) }[format];
  return [el("p", { class: "good" }, say("proven")), el("p", {}, link), ...(shown ? [shown()] : [])];
}

const asText = (record) => (typeof record === "string" ? record : JSON.stringify(record, null, 1));

function painted({ base64, media_type: type }) {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  return new Blob([bytes], { type });
}
