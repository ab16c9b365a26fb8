import type { components } from "./api.js";
import * as catan from "./catan.js";
import * as dice from "./dice.js";
import * as elasund from "./elasund.js";
import { type Spot, legal, number } from "./shapes.js";

type Schemas = components["schemas"];
type State = Schemas["Game"]["state"];
type Board = Exclude<Schemas["Board"], Schemas["GoofspielBoard"]>;

// A board with what lies on it, and a ring around every place where one of the commands would have its effect.
export function draw(board: Board, state: State, commands: Schemas["Command"][]): string {
  const { x, y, width, height } = board.frame;
  const rings = new Set(commands.map((command) => place(board, command)).flatMap((spot) => (spot ? [legal(spot)] : [])));
  const view = [x - width / 2, y - height / 2, width, height].map(number).join(" ");
  const shapes = [...pieces(board, state), ...rings];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${view}">\n${shapes.join("\n")}\n</svg>\n`;
}

function pieces(board: Board, state: State): string[] {
  switch (board.ruleset) {
    case "catan":
      return catan.pieces(board, state?.ruleset === "catan" ? state : null);
    case "catan-dice":
      return dice.pieces(board, state?.ruleset === "catan-dice" ? state : null);
    case "elasund":
      return elasund.pieces(board, state?.ruleset === "elasund" ? state : null);
  }
}

function place(board: Board, command: Schemas["Command"]): Spot | undefined {
  switch (board.ruleset) {
    case "catan":
      return catan.place(board, command);
    case "catan-dice":
      return dice.place(board, command);
    case "elasund":
      return elasund.place(board, command);
  }
}
