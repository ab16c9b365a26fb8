/** Tokens that are being replaced: what was asked with the old one meanwhile is asked again with the new one. */

const coming = new Map(); // by the old token, a promise of the new one

/** Note that a token is being replaced by one that is on its way; null where it does not come. */
export const noteRenewal = (old, token) => { coming.set(old, token.catch(() => null)); };

/** The token that replaces another, once it is there; null where none does. */
export const successorOf = async (old) => coming.get(old) ?? null;
