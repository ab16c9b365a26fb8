import type { components } from "./api.js";
import { type Spot, box, color, disc, named, text } from "./shapes.js";

type Schemas = components["schemas"];
type Board = Schemas["ElasundBoard"];

export function pieces(board: Board, state: Schemas["ElasundState"] | null): string[] {
  const shapes = [
    ...board.squares.map((square) => box(square, 1, 1, "wheat")),
    ...board.rows.map((row) => text(row, String(row.row))),
    ...board.gates.map((gate) => text(gate, "gate")),
    ...board.walls.map((space) => disc(space, 0.1, "gray")),
  ];
  if (state === null) return shapes;
  for (const { building, seat, square } of state.buildings) {
    const kind = board.buildings.find((one) => one.building === building);
    if (kind) shapes.push(block(named(board.squares, square), kind.width, kind.height, color(seat)));
  }
  shapes.push(...state.church.tiles.map((tile) => box(named(board.squares, tile.square), 1, 1, "silver")));
  shapes.push(...state.permits.map((permit) => text(named(board.squares, permit.square), String(permit.value))));
  shapes.push(...state.walls.map((wall) => box(named(board.walls, wall.space), 0.5, 0.5, color(wall.seat))));
  const ship = board.rows.find((row) => row.row === state.ship);
  return ship ? [...shapes, disc(ship, 0.2, "black")] : shapes;
}

export function place(board: Board, command: Schemas["Command"]): Spot | undefined {
  if ("square" in command) return named(board.squares, command.square);
  if ("space" in command) return named(board.walls, command.space);
  if ("row" in command) return board.rows.find((row) => row.row === command.row);
  return undefined;
}

// A block of squares by the middle of the one farthest to the upper left.
const block = (first: Spot, width: number, height: number, fill: string): string =>
  box({ x: first.x + (width - 1) / 2, y: first.y + (height - 1) / 2 }, width, height, fill);
