/** Shows that the server has not answered yet: a moving bar at once, in words when it takes long. */

import { say } from "../words/words.js";

const NOTICED_MS = 250; // shorter waits would only flicker
const LONG_MS = 3000;
const open = new Set();

/** Wait for an answer; the page shows that it waits. */
export async function waitFor(answer) {
  const wait = {};
  open.add(wait);
  const timers = [setTimeout(() => tell(wait, "soon"), NOTICED_MS), setTimeout(() => tell(wait, "long"), LONG_MS)];
  try {
    return await answer;
  } finally {
    timers.forEach(clearTimeout);
    open.delete(wait);
    draw();
  }
}

function tell(wait, how) {
  wait.how = how;
  draw();
}

function draw() {
  const bar = document.getElementById("waiting");
  const known = [...open].map((wait) => wait.how);
  bar.hidden = !known.some(Boolean);
  const text = known.includes("long") ? say("slow_answer") : "";
  if (bar.textContent !== text) bar.textContent = text;
}
