/** What happens at a table while one looks on: gathers the events that led to the picture on show, and has them moved and heard. What moves and sounds is fetched when it is wanted. */

import { load } from "./lazily.js";
import { isMoving, isSounding, paceMs } from "./wishes.js";

const GATHER_MS = 20; // the events of a move come one after the other
const MOST = 40; // events; more than these are a jump, not a move

/** The stage of a table: `begin` anew, `hear` an event, tell what is `shown` and who is awaited when all is `drawn`. */
export function stageOf(table) {
  const seen = new Set();
  let floor = Infinity; // older versions happened before one came
  let waiting = [];
  let shown = null; // the version on show, as it happens; null in the past
  let before = null; // whether one was awaited, and the game over, when it was drawn last
  let soon;

  const flush = () => {
    soon = undefined;
    if (shown === null || table.left) return;
    const now = waiting.filter(({ version }) => version <= shown);
    waiting = waiting.filter(({ version }) => version > shown);
    if (!now.length || now.length > MOST || now.some(({ type }) => type === "HeadMoved")) return;
    const haste = table.isBehind ? Math.min(1, paceMs() / 1000) : 1;
    if (isMoving()) load(() => import("./scene.js"), ({ play }) => play(table, now, haste));
    if (isSounding()) load(() => import("./sounds.js"), ({ soundsOf, sound }) => soundsOf(now).forEach(sound));
  };
  return {
    begin() {
      floor = table.head.version;
      waiting = [];
      seen.clear();
      if (isMoving()) load(() => import("./scene.js"), () => {});
    },
    hear(event) {
      const name = `${event.version} ${event.index}`;
      if (event.version <= floor || seen.has(name)) return;
      seen.add(name);
      waiting.push(event);
      if (shown !== null && event.version <= shown) soon ??= setTimeout(flush, GATHER_MS);
    },
    shown(version) {
      const isJump = shown === null || table.isPast;
      shown = table.isPast ? null : version;
      if (isJump) waiting = waiting.filter((event) => event.version > version);
      else flush();
    },
    drawn(isAwaited) {
      const now = { isAwaited, isOver: table.head.status === "finished" };
      const name = before && (now.isOver && !before.isOver ? "end" : now.isAwaited && !before.isAwaited ? "turn" : null);
      before = now;
      if (name && isSounding()) load(() => import("./sounds.js"), ({ sound }) => sound(name));
    },
  };
}
