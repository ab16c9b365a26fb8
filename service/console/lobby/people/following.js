/** Follows a seek until it is filled or ends. While its stream is open the server keeps it open; a seek is found again after a reload. */

import { ask, pause, Refusal, request } from "../../shared/api.js";
import * as paths from "../../shared/paths.js";
import { asPlayer } from "./identity.js";

const PAUSE_MS = 2000;
const GONE = new Set([401, 403, 404]);
const PASSING = new Set(["AbortError", "TypeError"]);

/** What became of a seek, as soon as it is open no more; undefined once the signal has come. */
export async function endOf(id, signal) {
  while (!signal.aborted) {
    const line = await tried(opened(signal));
    for (let isOpen = true; isOpen && !signal.aborted;) {
      const seek = await tried(ask("GET", paths.seek(id), { headers: asPlayer(), signal }));
      if (seek && seek.status !== "open") {
        line?.cancel();
        return seek;
      }
      isOpen = Boolean(line && await hears(line)); // whatever comes is worth a look, also that nothing has happened for 15 s
    }
    if (!signal.aborted) await pause(PAUSE_MS);
  }
  return undefined;
}

/** An answer, or nothing where none comes; a refusal that stays is raised: the seek or its player is gone. */
async function tried(answer) {
  try {
    return await answer;
  } catch (fault) {
    const isGone = fault instanceof Refusal && GONE.has(fault.problem.status);
    if (isGone || !(fault instanceof Refusal || PASSING.has(fault.name))) throw fault;
    return undefined;
  }
}

/** The line on which the server tells of the player's seeks; while it is open they stay open. */
async function opened(signal) {
  const headers = { ...asPlayer(), Accept: "application/x-ndjson" };
  const answer = await request("GET", paths.seeks(), { query: { mine: true }, headers, signal });
  return answer.body.getReader();
}

const hears = async (line) => line.read().then(({ done }) => !done, () => false);
