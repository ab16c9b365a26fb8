/** Versions of a game as they were. None of them changes while the game has the same status, so that each is asked for once. */

import { ask, request } from "../shared/api.js";
import * as paths from "../shared/paths.js";

const KEPT = 80;

/** What is known of a table's versions: `view` and `picture` of one, both as promises, and `ahead` to ask before they are needed. */
export function pastOf(table) {
  const views = memory(table, (version) => ask("GET", paths.game(table.id), { token: table.token, query: { version } }));
  const pictures = memory(table, async (version) => (await request("GET", paths.picture(table.id), { token: table.token, query: { version } })).text());
  const ahead = (versions) => {
    for (const version of versions) for (const known of [views, pictures]) known(version).catch(() => {}); // whoever needs it asks again
  };
  return { view: views, picture: pictures, ahead };
}

/** Ask once for each version, for each pair of eyes; forget the answers that were not used for the longest time. */
function memory(table, fetched) {
  const known = new Map();
  return (version) => {
    const key = `${version} ${table.head.status} ${table.token}`;
    const answer = known.get(key) ?? fetched(version);
    known.delete(key);
    known.set(key, answer);
    answer.catch(() => known.delete(key));
    if (known.size > KEPT) known.delete(known.keys().next().value);
    return answer;
  };
}
