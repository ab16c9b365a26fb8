/** The words of a ruleset: what the ids of its maps, options, frames and cards are called on a board. */

import { language, named } from "../words/words.js";
import { ask } from "./api.js";
import * as paths from "./paths.js";

const known = new Map();

/** A ruleset as the server describes it; asked once. */
export function rulesetOf(id) {
  if (!known.has(id)) known.set(id, ask("GET", paths.ruleset(id)).catch((fault) => { known.delete(id); throw fault; }));
  return known.get(id);
}

/** What the ruleset itself is called. */
export const nameOf = (ruleset) => named(ruleset.words.name, ruleset.id);

/** What a map is called: maps may bring a name of their own; a board of one's own has the name of its kind. */
export function mapName(ruleset, id) {
  const own = ruleset.maps.find((one) => one.id === id)?.name;
  return named(own ?? ruleset.words.maps[id] ?? ruleset.words.maps[id.split(".")[0]], id);
}

/** A sentence with one of a kind in the singular, where a map has a word of its own for the kind: `1 almonds` as `1 almond`. */
export function inNumbers(ruleset, sentence, map) {
  const own = Object.values(ruleset.maps.find((one) => one.id === map)?.lexicon?.[language] ?? {}).filter((word) => word.endsWith("s"));
  return own.reduce((text, word) => text.replaceAll(new RegExp(`\\b1 ${word}\\b`, "gi"), (found) => found.slice(0, -1)), sentence);
}

/** What an id of a group of words is called; a map may have words of its own for it. */
export function wordFor(ruleset, group, id, map) {
  const told = named(ruleset.words[group]?.[id], id);
  const lexicon = ruleset.maps.find((one) => one.id === map)?.lexicon?.[language] ?? {};
  const own = lexicon[told.toLowerCase()];
  return own ? named({ [language]: own }, id) : told;
}
