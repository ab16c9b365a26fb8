/** The tokens of this tab: in memory and in its session storage, never in an address. */

const PLACE = "longroad";
let held = read();

function read() {
  try {
    return JSON.parse(sessionStorage.getItem(PLACE)) ?? { games: {} };
  } catch {
    return { games: {} };
  }
}

function keep() {
  try {
    sessionStorage.setItem(PLACE, JSON.stringify(held));
  } catch {
    // without storage the tokens last until the page is closed
  }
}

/** The games of which this tab holds a token. */
export const heldGames = () => Object.keys(held.games);

/** What this tab holds of a game: `seats` by number, `owner`, `invite`, and as who it looks at it (`as`). */
export const holding = (game) => held.games[game] ?? { seats: {} };

/** Keep more of a game. */
export function hold(game, more) {
  const before = holding(game);
  held.games[game] = { ...before, ...more, seats: { ...before.seats, ...more.seats } };
  keep();
}

/** Keep what came with a new game, and look at it as its first seat. */
export function holdCreated(created) {
  const given = created.seats.filter((seat) => seat.token);
  const seats = Object.fromEntries(given.map((seat) => [seat.seat, seat.token]));
  const first = given.length ? String(given[0].seat) : "owner";
  hold(created.id, { seats, owner: created.owner_token, invite: created.invite, as: first });
}

/** Forget everything of a game. */
export function forget(game) {
  delete held.games[game];
  keep();
}

/** The token to look at a game with: that of the seat or owner chosen, none for a spectator. */
export function tokenOf(game) {
  const { seats, owner, as } = holding(game);
  return as === "owner" ? owner : seats[as];
}

/** The API key, where one was given. */
export const apiKey = () => held.key;

/** The language that somebody chose in this tab. */
export const wishedLanguage = () => held.language;

/** Speak this language from the next page on. */
export function wishLanguage(language) {
  held = { ...held, language };
  keep();
}

/** Use an API key; an empty one is none. */
export function holdKey(key) {
  held = { ...held, key: key || undefined };
  keep();
}
