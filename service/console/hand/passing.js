/** Passing where nothing else can be done: the page does it by itself, unless somebody switched that off. */

import { ask, Refusal } from "../shared/api.js";
import { nextAtScreen } from "../friends/curtain.js";
import * as paths from "../shared/paths.js";
import { wished } from "../shared/purse.js";

const PASSES = ["Pass", "PassPermit", "EndBuilding"];
const SEEN_MS = 700; // so long the page shows that nothing else is possible

/** Whether this browser lets the page pass. */
export const isPassing = () => wished("pass") !== false;

/** The command that passes, where it is all that is legal; else null. */
export function onlyPass({ must_act: isOwed, actions, templates }) {
  const [only] = actions;
  return isOwed && actions.length === 1 && !templates.length && PASSES.includes(only.command.type) ? only.command : null;
}

/** Pass soon, where that is all there is; answers the timer of it. After an undo nobody is passed over again. */
export function passFor(table, legal) {
  const command = onlyPass(legal);
  if (!command || !isPassing() || table.wentBack) return undefined;
  return setTimeout(() => pass(table, command, legal), SEEN_MS);
}

/** Pass at this very version: whoever pressed first, here or in another tab, was quicker. */
async function pass(table, command, { version, seat }) {
  if (table.left || table.acting || table.isPast || table.head.version !== version || table.wentBack || nextAtScreen(table) !== null) return;
  try {
    await ask("POST", paths.commands(table.id), { token: table.token, body: command, headers: { "If-Match": `"${version}"` } });
    table.panels.feed.note(version + 1, seat, "passed_itself");
  } catch (fault) {
    if (!(fault instanceof Refusal)) throw fault;
  }
  await table.refresh();
}
