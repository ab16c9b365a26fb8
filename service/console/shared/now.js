/** The time of the server: clocks of browsers may be wrong, and what ends at the server ends by its time. */

const TRUSTED_MS = 2000; // headers tell whole seconds, and answers take a while
let ahead = 0; // by how much the server's clock is ahead of the browser's, in ms

/** Learn the server's time from the `Date` of an answer that just came. */
export function learnTime(date, here = Date.now()) {
  const there = Date.parse(date ?? "");
  if (!there) return;
  const found = there + 500 - here;
  ahead = Math.abs(found) > TRUSTED_MS ? found : 0;
}

/** Now, in ms, as the server has it. */
export const serverNow = () => Date.now() + ahead;
