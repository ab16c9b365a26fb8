/** Jobs: undo, redo and replays are done by workers. */

import { say } from "../words/words.js";
import { ask, Refusal } from "./api.js";
import { el } from "./dom.js";
import * as paths from "./paths.js";

const WAIT = { Prefer: "wait=2" };

/** Post what becomes a job and follow it, its progress shown in `place`; answers the job, or what came instead of one. */
export async function work(path, body, token, place) {
  const posted = await ask("POST", path, { body, token });
  if (posted.vote) return posted.vote;
  let answer = posted.job ?? posted;
  const bar = el("progress", { max: 1, value: 0, "aria-label": say("working") });
  place.replaceChildren(bar);
  try {
    while (answer.status === "queued" || answer.status === "running") {
      bar.value = answer.progress;
      answer = await ask("GET", paths.job(answer.id), { token, headers: WAIT });
    }
  } finally {
    bar.remove();
  }
  if (answer.status === "failed") throw new Refusal(answer.problem);
  return answer;
}
