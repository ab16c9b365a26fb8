/**
 * The tokens that this page holds: in the browser's local storage, so that a closed tab comes back; on a shared computer
 * only in the tab's session storage; never in an address. Where a browser forbids both they last until the page is closed.
 */

const PLACE = "longroad";
const MOST = 200; // games that a browser keeps, the newest of them
let held = read(() => sessionStorage);
let kept = read(() => localStorage);
let isShut = false; // whether the browser did not take what was kept last

function read(storage) {
  try {
    return { games: {}, ...JSON.parse(storage().getItem(PLACE)) };
  } catch {
    return { games: {} };
  }
}

/** Write to a storage; tells whether it took it: storage can be full or forbidden. */
function written(storage, content) {
  try {
    storage().setItem(PLACE, JSON.stringify(content));
    return true;
  } catch {
    return false;
  }
}

const keepInTab = () => written(() => sessionStorage, held);

/** Change what all tabs of the browser share; tells whether it is kept. Where it is not, this page keeps it until it is closed. */
function keepInBrowser(change) {
  kept = change(isShut ? kept : read(() => localStorage));
  isShut = !written(() => localStorage, kept);
  return !isShut;
}

addEventListener("storage", (event) => { if (event.key === PLACE) hearOthers(read(() => localStorage)); });

/** Take in what another tab changed. Once the computer is said to be shared, each tab holds the seats of its own games alone. */
function hearOthers(told) {
  if (told.keep === false && !isShared()) {
    for (const [game, here] of Object.entries(held.games)) held.games[game] = joined(kept.games[game], here);
    keepInTab();
  }
  kept = told;
}

/** The games of which this page holds a token, the newest last. */
export const heldGames = () => [...new Set([...Object.keys(kept.games), ...Object.keys(held.games)])].filter((game) => {
  const { owner, seats } = holding(game);
  return owner || Object.keys(seats).length;
});

/** What this page holds of a game: `seats` by number, `owner`, `invite`, and as who this tab looks at it (`as`). */
export function holding(game) {
  const here = held.games[game];
  const there = kept.games[game];
  const all = { ...there, ...here, seats: { ...there?.seats, ...here?.seats } };
  return { ...all, as: here?.as ?? firstOf(all) };
}

/** As who a tab looks at a game that it opens for the first time: the first seat that is kept. */
const firstOf = ({ seats, owner }) => Object.keys(seats)[0] ?? (owner ? "owner" : "");

/** Keep more of a game, in the browser once there is a token of it. What was `offered` by a link stays in the tab. */
export function hold(game, { as, offered, ...more }) {
  const lasts = isKept(game) && keepInBrowser((all) => ({ ...all, games: { ...all.games, [game]: joined(all.games[game], more) } }));
  const here = held.games[game] ?? { seats: {} };
  held.games[game] = { ...(lasts ? here : joined(here, more)), ...(as === undefined ? {} : { as }), ...(offered === undefined ? {} : { offered }) };
  keepInTab();
  if (!isKept(game) && !isShared() && (more.seats || more.owner)) keepGames([game]);
}

const joined = (before, more) => ({ ...before, ...more, seats: { ...before?.seats, ...more.seats } });

/** Keep what came with a new game, and look at it as its first seat. */
export function holdCreated(created) {
  const given = created.seats.filter((seat) => seat.token);
  const seats = Object.fromEntries(given.map((seat) => [seat.seat, seat.token]));
  const first = given.length ? String(given[0].seat) : "owner";
  hold(created.id, { seats, owner: created.owner_token, invite: created.invite, as: first });
}

/** Whether somebody said that others use this browser, which then keeps no seats. */
export const isShared = () => kept.keep === false;

/** Whether the tokens of a game stay in this browser when the tab is closed. */
export const isKept = (game) => game in kept.games;

/** Say whether others use this browser: then it keeps no seats, and this tab alone holds them. Tells whether it was done. */
export function shareComputer(wish) {
  if (!wish) return keepInBrowser((all) => ({ ...all, keep: true })) && keepGames(Object.keys(held.games));
  for (const game of Object.keys(kept.games)) held.games[game] = joined(kept.games[game], held.games[game] ?? {});
  held.player ??= kept.player;
  keepInTab();
  return keepInBrowser(({ player, ...all }) => ({ ...all, keep: false, games: {} }));
}

/** Move what the tab holds of some games to the browser; where it takes nothing, it stays in the tab. Tells whether it was done. */
function keepGames(games) {
  const mine = games.map((game) => [game, holding(game)]).filter(([, { seats, owner }]) => owner || Object.keys(seats).length);
  const before = kept.games;
  const moved = Object.fromEntries(mine.map(([game, { as, offered, ...tokens }]) => [game, tokens]));
  const done = keepInBrowser((all) => ({ ...all, games: newest({ ...all.games, ...moved }) }));
  if (!done) kept.games = before;
  else for (const [game, { as }] of mine) held.games[game] = { as, seats: {} };
  keepInTab();
  return done;
}

const newest = (games) => Object.fromEntries(Object.entries(games).slice(-MOST));

/** Forget everything of a game. */
export function forget(game) {
  const { [game]: here, ...others } = held.games;
  held = { ...held, games: others };
  keepInTab();
  if (isKept(game)) keepInBrowser(({ games: { [game]: there, ...rest }, ...all }) => ({ ...all, games: rest }));
}

/** Forget the token with which this tab looks at a game: the server knows it no more. */
export function forgetEyes(game) {
  const { as } = holding(game);
  const without = ({ owner, seats = {}, ...rest }) => {
    const { [as]: dead, ...left } = seats;
    return { ...rest, seats: left, ...(as !== "owner" && owner ? { owner } : {}) };
  };
  const { as: eyes, ...here } = without(held.games[game] ?? {});
  held.games[game] = here;
  keepInTab();
  if (isKept(game)) keepInBrowser((all) => ({ ...all, games: { ...all.games, [game]: without(all.games[game]) } }));
}

/** The token to look at a game with: that of the seat or owner chosen, none for a spectator. */
export function tokenOf(game) {
  const { seats, owner, as } = holding(game);
  return as === "owner" ? owner : seats[as];
}

/** The player of this browser, with the `id`, the `token`, and the `seek` that waits; undefined without one. */
export const heldPlayer = () => held.player ?? kept.player;

/** Keep the player: in the browser, or in the tab where others use the computer or the browser takes nothing. */
export function holdPlayer(player) {
  const lasts = !isShared() && keepInBrowser((all) => ({ ...all, player }));
  held.player = lasts ? undefined : player;
  keepInTab();
}

/** Keep no player any more. */
export const forgetPlayer = () => holdPlayer(undefined);

/** The API key, where one was given. */
export const apiKey = () => held.key;

/** The language that somebody chose. */
export const wishedLanguage = () => held.language ?? kept.language;

/** Speak this language from the next page on. */
export function wishLanguage(language) {
  held = { ...held, language };
  keepInTab();
  keepInBrowser((all) => ({ ...all, language }));
}

/** A switch that this browser remembers, such as `curtain`; undefined where nobody touched it. */
export const wished = (name) => kept.wishes?.[name];

/** Remember a switch. */
export const wish = (name, value) => keepInBrowser((all) => ({ ...all, wishes: { ...all.wishes, [name]: value } }));

/** Use an API key; an empty one is none. */
export function holdKey(key) {
  held = { ...held, key: key || undefined };
  keepInTab();
}
