/** Links to a table. What they hold stands behind the #, which browsers send to no server. */

import { button, el, shape } from "../shared/dom.js";
import { say } from "../words/words.js";

const QUIET = 4; // the white rim that a QR code needs, in modules
const page = () => `${location.origin}${location.pathname}`;

/** A link to look at a game, or at one of its versions. */
export const watchLink = (game, version) => `${page()}#/games/${game}${version ? `?version=${version}` : ""}`;

/** A link to sit down: at any open seat, or at one of them; `invite` lets somebody into a private game, `token` hands on a seat. */
export function joinLink(game, given = {}) {
  const known = Object.entries(given).filter(([, value]) => value !== undefined && value !== null);
  return `${page()}#/join/${game}${known.length ? `?${new URLSearchParams(known)}` : ""}`;
}

/** One's personal link to one's seat, which brings its sitter back from any browser. */
export const backLink = (game, token) => `${page()}#/back/${game}?${new URLSearchParams({ token })}`;

/** A link to copy, to share, and to scan. */
export function linkBox(label, link) {
  const text = el("input", { readonly: true, value: link, "aria-label": label, class: "link" });
  text.addEventListener("focus", () => text.select());
  const told = el("span", { class: "good", role: "status" });
  const copy = async () => {
    await copyText(link);
    told.textContent = say("copied");
  };
  const code = el("div", { class: "code" });
  const scan = el("details", { class: "scan" }, el("summary", {}, say("scan")), code);
  scan.addEventListener("toggle", async () => { if (scan.open && !code.firstChild) code.append(await codeOf(link)); });
  return el("div", { class: "link-box" },
    el("p", {}, label),
    el("div", { class: "row" }, text, button(say("copy_link"), copy, { class: "main copy" }), canShare(link) ? button(say("share"), () => shared(link)) : null, told),
    scan);
}

const canShare = (link) => Boolean(navigator.canShare?.({ url: link }));

const shared = (url) => navigator.share({ title: "Longroad", url }).catch(() => {}); // whoever closes the menu shares nothing

/** Copy a text; pages that came without TLS may not use the clipboard themselves. */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const held = document.activeElement;
    const area = el("textarea", { class: "unseen", "aria-hidden": "true", tabindex: -1 }, text);
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
    held?.focus({ preventScroll: true });
  }
}

/** A link as a QR code; the library is only fetched when somebody wants to see one. */
async function codeOf(link) {
  const { qrcode } = await import("../vendor/qrcode.js");
  const code = qrcode(0, "M");
  code.addData(link);
  code.make();
  const size = code.getModuleCount();
  const rows = [...Array(size).keys()];
  const dark = rows.flatMap((row) => rows.filter((column) => code.isDark(row, column)).map((column) => `M${column} ${row}h1v1h-1z`));
  const edge = size + 2 * QUIET;
  return shape("svg", { viewBox: `${-QUIET} ${-QUIET} ${edge} ${edge}`, role: "img", "aria-label": link }, shape("path", { d: dark.join("") }));
}
