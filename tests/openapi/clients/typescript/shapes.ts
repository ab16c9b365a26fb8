// What the pictures are made of. The board's unit is the side of a hex or of a square; x goes to the right, y down.
export type Spot = { x: number; y: number };

export const COLORS: Record<string, string> = {
  hills: "peru", forest: "darkgreen", pasture: "yellowgreen", fields: "gold", mountains: "slategray", desert: "khaki",
};
const SEATS = ["crimson", "royalblue", "orange", "seagreen", "sienna", "purple"];

export const color = (seat: number): string => SEATS[seat] ?? "black";

const polygon = (corners: Spot[], fill: string): string =>
  `<polygon points="${corners.map((corner) => `${number(corner.x)},${number(corner.y)}`).join(" ")}" fill="${fill}"/>`;

// The corners of a hex; one with a flat top has its first corner to the right of the middle.
export const hex = (at: Spot, flat: boolean, fill: string): string =>
  polygon([0, 1, 2, 3, 4, 5].map((corner) => turned(at, ((corner + (flat ? 0 : 0.5)) * Math.PI) / 3)), fill);

const turned = (at: Spot, angle: number): Spot => ({ x: at.x + Math.cos(angle), y: at.y + Math.sin(angle) });

export const line = (a: Spot, b: Spot, stroke: string): string =>
  `<line x1="${number(a.x)}" y1="${number(a.y)}" x2="${number(b.x)}" y2="${number(b.y)}" stroke="${stroke}" stroke-width=".1"/>`;

export const disc = (at: Spot, radius: number, fill: string): string =>
  `<circle cx="${number(at.x)}" cy="${number(at.y)}" r="${number(radius)}" fill="${fill}"/>`;

export const box = (at: Spot, width: number, height: number, fill: string): string =>
  `<rect x="${number(at.x - width / 2)}" y="${number(at.y - height / 2)}" width="${number(width)}" height="${number(height)}" fill="${fill}" stroke="white" stroke-width=".05"/>`;

export const text = (at: Spot, words: string): string =>
  `<text x="${number(at.x)}" y="${number(at.y)}" font-size=".3" text-anchor="middle">${words}</text>`;

export const legal = (at: Spot): string =>
  `<circle class="legal" cx="${number(at.x)}" cy="${number(at.y)}" r="0.250" fill="none" stroke="magenta" stroke-width=".08"/>`;

export function named<Id, Thing extends { id: Id }>(things: Thing[], id: Id): Thing {
  const found = things.find((thing) => thing.id === id);
  if (found === undefined) throw new Error(`the board has no ${String(id)}`);
  return found;
}

// Three decimals, and no negative nothing.
export const number = (value: number): string => (Math.round(value * 1000) / 1000 + 0).toFixed(3);
