/** Bytes and their hashes, with BLAKE2b (RFC 7693), which the cryptography of browsers lacks. */

/** @typedef {Uint8Array<ArrayBuffer>} Bytes */

/** Return the bytes of a text. @type {(text: string) => Bytes} */
export const utf8 = (text) => new TextEncoder().encode(text);

/** Return bytes in hexadecimal. @type {(bytes: Bytes) => string} */
export const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/**
 * Return the bytes of a hexadecimal text.
 * @param {string} text
 * @returns {Bytes}
 * @throws {TypeError} for any other text
 */
export function bytesOf(text) {
  if (typeof text !== "string" || !/^(?:[0-9a-f]{2})*$/.test(text)) throw new TypeError(`${text} is not hexadecimal`);
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

/** Return the parts, one after the other. @type {(parts: Bytes[]) => Bytes} */
export function joined(parts) {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** Return a whole number in so many bytes, the highest first. @type {(number: number, bytes: number) => Bytes} */
export const wide = (number, bytes) => bytesOf(BigInt(number).toString(16).padStart(2 * bytes, "0"));

/** Return the SHA-256 of bytes. @type {(bytes: Bytes) => Promise<Bytes>} */
export const sha256 = async (bytes) => new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));

// Words of 64 bits are two of 32, the lower one first.
const START = Uint32Array.from(
  "f3bcc9086a09e667 84caa73bbb67ae85 fe94f82b3c6ef372 5f1d36f1a54ff53a ade682d1510e527f 2b3e6c1f9b05688c fb41bd6b1f83d9ab 137e21795be0cd19"
    .match(/[0-9a-f]{8}/g) ?? [],
  (word) => parseInt(word, 16),
);
const ORDERS = (
  "0123456789abcdef ea489fd61c02b753 b8c052fdae367194 7931dcbe265a40f8 905724afe1bc683d 2c6a0b834d75fe19 "
  + "c51fed4a0763928b db7ec13950f4862a 6fe9b308c2d714a5 a2847615fb9e3cd0"
).split(" ");
const COLUMNS = ["048c", "159d", "26ae", "37bf", "05af", "16bc", "278d", "349e"];

/** Return the BLAKE2b of bytes, without a key, in so many bytes. @type {(bytes: Bytes, size: number) => Bytes} */
export function blake2b(bytes, size) {
  const state = START.slice();
  state[0] ^= 0x01010000 ^ size;
  for (let at = 0; ; at += 128) {
    const end = Math.min(at + 128, bytes.length);
    compress(state, bytes.subarray(at, end), end, end === bytes.length);
    if (end === bytes.length) return new Uint8Array(state.buffer).slice(0, size);
  }
}

/** @type {(state: Uint32Array, block: Bytes, count: number, isLast: boolean) => void} */
function compress(state, block, count, isLast) {
  const words = new Uint32Array(32);
  block.forEach((byte, at) => { words[at >> 2] |= byte << (8 * (at & 3)); });
  const v = new Uint32Array([...state, ...START]);
  v[24] ^= count;
  v[25] ^= Math.floor(count / 2 ** 32);
  if (isLast) [v[28], v[29]] = [~v[28], ~v[29]];
  for (let round = 0; round < 12; round += 1) {
    const order = Array.from(ORDERS[round % 10], (digit) => 2 * parseInt(digit, 16));
    COLUMNS.forEach((column, at) => mix(v, Array.from(column, (digit) => 2 * parseInt(digit, 16)), words, order[2 * at], order[2 * at + 1]));
  }
  state.forEach((_, at) => { state[at] ^= v[at] ^ v[at + 16]; });
}

/** @type {(v: Uint32Array, column: number[], words: Uint32Array, x: number, y: number) => void} */
function mix(v, [a, b, c, d], words, x, y) {
  add(v, a, v, b);
  add(v, a, words, x);
  turn(v, d, a, 32);
  add(v, c, v, d);
  turn(v, b, c, 24);
  add(v, a, v, b);
  add(v, a, words, y);
  turn(v, d, a, 16);
  add(v, c, v, d);
  turn(v, b, c, 63);
}

/** @type {(v: Uint32Array, a: number, words: Uint32Array, b: number) => void} */
function add(v, a, words, b) {
  const low = v[a] + words[b];
  v[a] = low;
  v[a + 1] += words[b + 1] + (low >= 2 ** 32 ? 1 : 0);
}

/** Take the exclusive or with another word and turn it right. @type {(v: Uint32Array, a: number, b: number, bits: number) => void} */
function turn(v, a, b, bits) {
  const [low, high] = bits < 32 ? [v[a] ^ v[b], v[a + 1] ^ v[b + 1]] : [v[a + 1] ^ v[b + 1], v[a] ^ v[b]];
  const by = bits % 32;
  v[a] = by ? (low >>> by) | (high << (32 - by)) : low;
  v[a + 1] = by ? (high >>> by) | (low << (32 - by)) : high;
}

/**
 * Return JSON in the one form that hashes are made of: members sorted by name, and no spaces.
 * @type {(value: any) => string}
 */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical)}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  return `{${Object.keys(value).sort().map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`)}}`;
}
