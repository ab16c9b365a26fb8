/** Jobs: undo, redo and replays are done by workers. */

import { say } from "../words/words.js";
import { ask, Refusal } from "./api.js";
import { el } from "./dom.js";
import * as paths from "./paths.js";

const WAIT = { Prefer: "wait=2" };

const NOTICED = 0.02; // of the work: before that nobody knows how long it takes

/** Post what becomes a job and follow it, its progress shown in `place`; `hear` gets the job each time it is looked at. Answers the job, or what came instead of one. */
export async function work(path, body, token, place, hear = () => {}) {
  const posted = await ask("POST", path, { body, token });
  if (posted.vote) return posted.vote;
  let answer = posted.job ?? posted;
  const bar = el("progress", { max: 1, value: 0, "aria-label": say("working") });
  const left = el("span", { class: "quiet", role: "status" });
  place.replaceChildren(bar, " ", left);
  const begun = { at: performance.now(), progress: answer.progress };
  try {
    while (answer.status === "queued" || answer.status === "running") {
      bar.value = answer.progress;
      left.textContent = timeLeft(begun, answer.progress);
      hear(answer);
      answer = await ask("GET", paths.job(answer.id), { token, headers: WAIT });
    }
  } finally {
    bar.remove();
    left.remove();
  }
  if (answer.status === "failed") throw new Refusal(answer.problem);
  return answer;
}

/** How long the rest takes if it goes on as since `begun`; nothing while that is a guess. */
export function timeLeft(begun, progress, now = performance.now()) {
  const done = progress - begun.progress;
  if (done < NOTICED || progress >= 1) return "";
  const seconds = ((now - begun.at) / 1000 / done) * (1 - progress);
  return seconds < 90 ? say("seconds_left", { count: Math.max(1, Math.ceil(seconds / 5) * 5) }) : say("minutes_left", { count: Math.round(seconds / 60) });
}
