/** Pictures of pixels, made in the page of the server's drawings: one at a time, so that little memory is needed. */

import { pause, Refusal } from "../shared/api.js";
import { applyPalette, GIFEncoder, quantize } from "../vendor/gifenc.js";

const WIDE = 720; // pixels
const STILL_WIDE = 1440;
const PAPER = "#faf7f0"; // around drawings of another shape
const COLORS = 255; // and one that leaves a pixel as it was
const FRAME_MS = 450;
const LAST_MS = 4000;

/** Reports that this browser draws no pictures of pixels, or does not let pages read them. */
export class CannotPaint extends Error {}

/** The GIF of some versions; `pictureOf` fetches a drawing, `told` hears which share is done. Raises CannotPaint. */
export async function makeGif(versions, pictureOf, { signal, told }) {
  const drawings = await available(versions, pictureOf);
  const easel = easelFor(await drawings.at(-1), WIDE);
  const ends = [await easel.paint(await drawings.at(-1)), await easel.paint(await drawings.at(0))];
  const film = filmOf(easel, paletteOf(ends));
  for (let at = 0; at < drawings.length; at += 1) {
    film.add(await easel.paint(await drawings.at(at)));
    told((at + 1) / drawings.length);
    await pause(0); // the page stays alive between two pictures
    signal.throwIfAborted();
  }
  return film.end();
}

/** The versions that have a picture; before the last seat is taken there is none. */
async function available(versions, pictureOf) {
  for (let first = 0; first < versions.length; first += 1) {
    try {
      await pictureOf(versions[first]);
      const left = versions.slice(first);
      return { length: left.length, at: (n) => pictureOf(left.at(n)) };
    } catch (fault) {
      if (!(fault instanceof Refusal) || fault.problem.status !== 409) throw fault;
    }
  }
  throw new CannotPaint();
}

/** A drawing as a PNG. Raises CannotPaint. */
export async function still(text) {
  const easel = easelFor(text, STILL_WIDE);
  await easel.paint(text);
  return new Promise((done, failed) => { easel.canvas.toBlob((file) => (file ? done(file) : failed(new CannotPaint())), "image/png"); });
}

/** A canvas with the shape of a drawing; `paint` puts a drawing on it, as large as it fits, and answers the pixels. */
function easelFor(text, wide) {
  const { width, height } = sizeOf(rootOf(text));
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [wide, Math.round((wide * height) / width)];
  const brush = canvas.getContext("2d", { willReadFrequently: true });
  if (!brush) throw new CannotPaint();
  const paint = async (drawing) => {
    const fitted = fit(drawing, canvas);
    const href = URL.createObjectURL(new Blob([fitted.text], { type: "image/svg+xml" }));
    try {
      const image = new Image();
      image.src = href;
      await image.decode();
      brush.fillStyle = PAPER;
      brush.fillRect(0, 0, canvas.width, canvas.height);
      brush.drawImage(image, (canvas.width - fitted.width) / 2, 0, fitted.width, fitted.height);
      return brush.getImageData(0, 0, canvas.width, canvas.height).data;
    } catch {
      throw new CannotPaint();
    } finally {
      URL.revokeObjectURL(href);
    }
  };
  return { canvas, paint };
}

const rootOf = (text) => new DOMParser().parseFromString(text, "image/svg+xml").documentElement;

function sizeOf(root) {
  const [, , width, height] = root.getAttribute("viewBox").split(" ").map(Number);
  return { width, height };
}

/** A drawing that says how large it is in pixels, so that it fits on a canvas. */
function fit(text, canvas) {
  const root = rootOf(text);
  const { width, height } = sizeOf(root);
  const scale = Math.min(canvas.width / width, canvas.height / height);
  const size = { width: Math.round(width * scale), height: Math.round(height * scale) };
  for (const [name, value] of Object.entries(size)) root.setAttribute(name, value);
  return { ...size, text: new XMLSerializer().serializeToString(root) };
}

/** The colors of some pictures together. A browser that hides its pixels gives a single one. */
function paletteOf(pictures) {
  const all = new Uint8ClampedArray(pictures.reduce((length, one) => length + one.length, 0));
  pictures.reduce((from, one) => { all.set(one, from); return from + one.length; }, 0);
  const palette = quantize(all, COLORS);
  if (palette.length < 2) throw new CannotPaint();
  return palette;
}

/** The film: each picture holds only the pixels that changed. */
function filmOf({ canvas: { width, height } }, palette) {
  const encoder = GIFEncoder();
  const same = palette.length;
  const full = [...palette, palette[0]];
  let before = null;
  const write = (pixels, members) => encoder.writeFrame(pixels, width, height, { dispose: 1, transparentIndex: same, ...members });
  const add = (picture) => {
    const now = applyPalette(picture, palette);
    if (before) write(now.map((color, at) => (color === before[at] ? same : color)), { transparent: true, delay: FRAME_MS });
    else write(now, { palette: full, delay: FRAME_MS });
    before = now;
  };
  const end = () => {
    write(before.map(() => same), { transparent: true, delay: LAST_MS });
    encoder.finish();
    return new Blob([encoder.bytesView()], { type: "image/gif" });
  };
  return { add, end };
}
