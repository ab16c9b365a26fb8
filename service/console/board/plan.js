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

/** A sentence of the server without the ids of places that it also has words for, such as `path 35 (between 6 brick and 4 wool)`; knights keep the numbers that stand on them. */
export const withoutIds = (summary) => summary.replace(/(?<!\S)(?!knight |caballero )(\S+) \d+ \(([^()]+)\)/g, (all, noun, words) => inWords(noun, words));

const inWords = (noun, words) => (/^(between|entre) /.test(words) ? `${noun} ${words}` : words.replace(/^((?:\w+ )?(?:corner|side) of )/, "the $1"));
