/** What one can send to friends of a finished game: a link, its picture, and a moving picture. */

import { linkBox, watchLink } from "../friends/links.js";
import { Refusal } from "../shared/api.js";
import { button, el, field, select } from "../shared/dom.js";
import { work } from "../shared/jobs.js";
import * as paths from "../shared/paths.js";
import { attempt } from "../shared/problems.js";
import { saved } from "../table/records.js";
import { say } from "../words/words.js";
import { spread } from "./points.js";

const LENGTHS = [20, 40, 80, 120]; // pictures of a moving one
const USUAL = 40;

/** The part of the page to share from; what it needs is made when somebody opens it. */
export function shareBox(table) {
  const body = el("div", { class: "columns" });
  const element = el("details", { class: "share", id: "share-game" }, el("summary", {}, say("share_game")), body);
  element.addEventListener("toggle", () => { if (element.open && !body.firstChild) body.append(...parts(table)); });
  return element;
}

const parts = (table) => [
  table.head.private ? el("p", { class: "quiet" }, say("private_share")) : linkBox(say("watch_link"), watchLink(table.id)),
  pictureBox(table),
  movingBox(table),
];

function pictureBox(table) {
  const place = el("p", { class: "row" });
  const make = () => attempt(async () => {
    const text = await table.past.picture(table.head.version);
    const { still } = await import("./gif.js");
    const drawn = await still(text).catch(() => null); // then only the drawing itself can be saved
    place.replaceChildren(...[[new Blob([text], { type: "image/svg+xml" }), "svg"], [drawn, "png"]].filter(([file]) => file).map(([file, ending]) => saveLink(file, `${table.id}.${ending}`, ending.toUpperCase())));
  });
  return el("div", {}, el("p", {}, say("last_picture")), el("p", {}, button(say("make_picture"), make, { id: "make-picture" })), place);
}

const saveLink = (file, name, text) => el("a", { class: "button", href: URL.createObjectURL(file), download: name }, `${say("save_file")} (${text})`);

/** The moving picture is made in the page; where a browser cannot, the server makes one. */
function movingBox(table) {
  const length = select(LENGTHS.map((count) => [String(count), say("pictures", { count })]), String(USUAL), { id: "gif-length" });
  const progress = el("div", { "aria-live": "polite" });
  const place = el("div", { id: "gif" });
  const make = () => attempt(async () => {
    place.replaceChildren();
    const line = new AbortController();
    const bar = el("progress", { max: 1, value: 0, "aria-label": say("working") });
    progress.replaceChildren(bar, button(say("cancel"), () => line.abort(), { id: "cancel-gif" }));
    const told = (share) => { bar.value = share; };
    try {
      const gif = await movingPicture(table, Number(length.value), { signal: line.signal, told });
      if (gif && !table.left) place.replaceChildren(...shown(gif, table));
    } catch (fault) {
      if (fault instanceof Refusal) throw fault;
      place.replaceChildren(el("p", {}, say("no_gif_here")), button(say("gif_by_server"), () => byServer(table, place, progress), { id: "gif-by-server" }));
    } finally {
      progress.replaceChildren();
    }
  });
  return el("div", {}, el("p", {}, say("moving_picture")), el("div", { class: "row" }, field(say("length"), length), button(say("make_gif"), make, { id: "make-gif", class: "main" })), progress, place);
}

/** The GIF as a file; null if somebody stopped it. */
async function movingPicture(table, count, { signal, told }) {
  const { makeGif } = await import("./gif.js");
  try {
    return await makeGif(spread(table.head.version, count), (version) => table.past.picture(version), { signal, told });
  } catch (fault) {
    if (signal.aborted) return null;
    throw fault;
  }
}

function shown(gif, table) {
  const href = URL.createObjectURL(gif);
  const name = `${table.id}.gif`;
  const file = new File([gif], name, { type: gif.type });
  const canShare = Boolean(navigator.canShare?.({ files: [file] }));
  return [
    el("img", { src: href, alt: say("moving_picture"), class: "gif" }),
    el("p", { class: "row" },
      el("a", { class: "button main", href, download: name }, say("save_gif", { size: Math.ceil(gif.size / 1000) })),
      canShare ? button(say("share"), () => navigator.share({ files: [file] }).catch(() => {})) : null), // whoever closes the menu shares nothing
  ];
}

const byServer = (table, place, progress) => attempt(async () => {
  const job = await work(paths.replays(table.id), { format: "gif" }, table.token, progress);
  place.replaceChildren(...saved(job.result.record, "gif", table.id));
});
