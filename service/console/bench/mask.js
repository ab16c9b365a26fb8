/** Takes tokens, invitations and other secrets out of what the bench shows. */

const TOKEN = /(?<![\w-])([\w-]{6,64})\.[\w-]{43}(?![\w-])/g; // the game or the key that it is for, and 256 random bits
const NAMED = /("(?:ticket|secret|new_secret)":\s*")[^"]+/g;
const STARS = "***";

/** A text without its secrets. */
export const clean = (text) => text.replace(TOKEN, `$1.${STARS}`).replace(NAMED, `$1${STARS}`);

/** A text whose tokens are numbered stars, and how to put them back into it when somebody has edited it. */
export function withheld(text) {
  const tokens = [];
  const shown = text.replace(TOKEN, (token, of) => `${of}.${STARS}${tokens.push(token)}`);
  const restore = (edited) => edited.replace(/[\w-]{6,64}\.\*{3}(\d+)/g, (stars, number) => tokens[number - 1] ?? stars);
  return { shown, restore };
}
