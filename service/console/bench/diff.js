/** What differs between two values of JSON: the paths, and what stood and stands there. */

const MOST = 300;

/** The differences, in order, at most so many: `{ path, before, after }`, undefined where there is nothing. */
export function differences(before, after) {
  const found = [];
  compare(before, after, "", found);
  return found;
}

function compare(before, after, path, found) {
  if (found.length >= MOST || before === after) return;
  if (isNested(before) && isNested(after) && Array.isArray(before) === Array.isArray(after)) {
    const names = new Set([...Object.keys(before), ...Object.keys(after)]);
    for (const name of names) compare(before[name], after[name], `${path}/${name}`, found);
  } else {
    found.push({ path, before, after });
  }
}

const isNested = (value) => typeof value === "object" && value !== null;
