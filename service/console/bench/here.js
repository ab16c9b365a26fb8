/** Where the page is. */

/** The game that the address names; null where it names none. */
export const gameHere = () => /^#\/games\/([\w-]+)/.exec(location.hash)?.[1] ?? null;
