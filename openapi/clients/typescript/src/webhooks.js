/** Verifies webhooks as Standard Webhooks sign them, with the cryptography that browsers, Node and workers all have. */

/** @typedef {import("./typing.js").Schemas["Notice"]} Notice */

import { LongroadError } from "./problem.js";

const TOLERANCE_S = 300;

/** A delivery that the server did not sign, or signed too long ago. */
export class Unverified extends LongroadError {
  /** @param {string} why */
  constructor(why) {
    super(why);
    this.name = "Unverified";
  }
}

/**
 * Return the notice of a delivery, once its signature is proven. Ignore an id that you have already seen.
 *
 * @param {string} secret what `POST /v1/webhooks` showed, `whsec_...`
 * @param {Headers | Record<string, string | string[] | undefined>} headers those of the request
 * @param {string} body the text of the request, unchanged
 * @param {number} [nowS] the time in seconds since 1970
 * @returns {Promise<{ id: string, notice: Notice }>}
 * @throws {Unverified}
 */
export async function verified(secret, headers, body, nowS = Date.now() / 1000) {
  const [id, time, signatures] = ["id", "timestamp", "signature"].map((name) => headerOf(headers, `webhook-${name}`));
  if (!id || !time || !signatures) throw new Unverified("a header of the signature is missing");
  if (!(Math.abs(nowS - Number(time)) <= TOLERANCE_S)) throw new Unverified("the time is too far from now");
  const key = await keyOf(secret);
  const signed = new TextEncoder().encode(`${id}.${time}.${body}`);
  for (const signature of signatures.split(" ").filter((one) => one.startsWith("v1,"))) {
    const bytes = decoded(signature.slice(3));
    if (bytes && await crypto.subtle.verify("HMAC", key, bytes, signed)) return { id, notice: JSON.parse(body) };
  }
  throw new Unverified("no signature fits");
}

/** @param {string} secret */
async function keyOf(secret) {
  const bytes = decoded(secret.replace(/^whsec_/, ""));
  if (!bytes) throw new Unverified("the secret is not one of a webhook");
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
}

/** @param {string} base64 */
function decoded(base64) {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  } catch {
    return undefined;
  }
}

/**
 * @param {Headers | Record<string, string | string[] | undefined>} headers
 * @param {string} name
 */
function headerOf(headers, name) {
  if (headers instanceof Headers) return headers.get(name) ?? "";
  const value = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return (Array.isArray(value) ? value[0] : value) ?? "";
}
