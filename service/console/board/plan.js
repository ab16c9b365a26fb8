/** Where on the board the legal commands have their effect, by the `data-` attributes of the picture. */

const NAMES = ["node", "edge", "tile", "square", "space", "road", "row", "knight"];
const OTHERWISE = {
  DiceBuildSettlement: (command) => ["settlement", command.points],
  DiceBuildCity: (command) => ["city", command.points],
  UseMoveRoad: (command) => ["edge", command.origin],
  UseJoker: (command) => ["joker", command.knight],
  UpgradePermit: (command, view, seat) => ["square", permitOf(view, seat, command.value)],
};

/** Where a piece goes that a command moves from its place on the board; null for other commands. */
export const targetOf = ({ type, edge }) => (type === "UseMoveRoad" ? `edge ${edge}` : null);

/** The place of a command, such as `node 22`; null where it has none. */
export function placeOf(command, view, seat) {
  const [name, id] = OTHERWISE[command.type]?.(command, view, seat) ?? NAMES.map((one) => [one, command[one]]).find(([, at]) => typeof at === "number") ?? [];
  return name && id !== undefined ? `${name} ${id}` : null;
}

function permitOf(view, seat, value) {
  return view.state.permits.find((one) => one.seat === seat && one.value === value)?.square;
}

/** The legal actions by their places, and those without one. */
export function sorted(actions, view, seat) {
  const placed = new Map();
  const others = [];
  for (const entry of actions) {
    const key = placeOf(entry.command, view, seat);
    if (key) placed.set(key, [...(placed.get(key) ?? []), entry]);
    else others.push(entry);
  }
  return { placed, others };
}

/** The entries by what a function tells of each. */
export function sortedBy(entries, keyOf) {
  const groups = new Map();
  for (const entry of entries) groups.set(keyOf(entry), [...(groups.get(keyOf(entry)) ?? []), entry]);
  return groups;
}

/** The entries in groups of one type of command. */
export const grouped = (entries) => [...sortedBy(entries, ({ command }) => command.type).values()];

const SPOT = String.raw`\d+ \(([^()]+)\)`; // an id, and the place in words
const sentence = (before, after) => [new RegExp(before + SPOT, "g"), after];
const PLACES = [
  sentence("on intersection ", (all, words) => `at ${the(words)}`),
  sentence("intersection ", (all, words) => the(words)),
  sentence("on path ", (all, words) => (/^between /.test(words) ? words : `on ${the(words)}`)),
  sentence("path ", (all, words) => (/^between /.test(words) ? `the path ${words}` : the(words))),
  sentence("\\b(the )?road ", (all, article, words) => `the road ${/^between /.test(words) ? words : `on ${the(words)}`}`),
  [/\bworth (\d+) \(([^()]+)\)/g, (all, points, words) => `worth ${points}, at ${the(words)}`],
  sentence("(?:wall )?space ", (all, words) => the(words)),
  [/(the desert|al desierto), (?:hex|hexágono) \d+ \([^()]+\)/g, (all, desert) => desert],
  sentence("(?:hex|square) ", (all, words) => words),
  sentence("la carretera ", (all, words) => `la carretera ${/^entre /.test(words) ? words : `del ${words}`}`),
  sentence("carretera ", (all, words) => `carretera ${/^entre /.test(words) ? words : `del ${words}`}`),
  [/\bvalor (\d+) \(([^()]+)\)/g, (all, points, words) => `valor ${points}, en la ${words}`],
  sentence("el espacio ", (all, words) => `la ${words}`),
  sentence("la encrucijada ", (all, words) => (/^esquina/.test(words) ? `la ${words}` : words)),
  sentence("el camino ", (all, words) => (/^entre /.test(words) ? `el camino ${words}` : `el ${words}`)),
  sentence("del camino ", (all, words) => (/^entre /.test(words) ? `del camino ${words}` : `del ${words}`)),
  sentence("al camino ", (all, words) => (/^entre /.test(words) ? `al camino ${words}` : `al ${words}`)),
  sentence("(?:hexágono|casilla) ", (all, words) => words),
];

/** A place in words with its article, unless it begins with a name. */
const the = (words) => (/^(?:\w+ )?(?:corner|side|wall)\b/.test(words) ? `the ${words}` : words);

/** A sentence of the server without the ids of places that it also has words for: `a road on path 35 (between 6 brick and 4 wool)` as `a road between 6 brick and 4 wool`; knights keep the numbers that stand on them. */
export const withoutIds = (summary) => PLACES.reduce((text, [pattern, said]) => text.replace(pattern, said), summary);
