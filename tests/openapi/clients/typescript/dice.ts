import type { components } from "./api.js";
import { COLORS, type Spot, box, color, disc, hex, line, named, text } from "./shapes.js";

type Schemas = components["schemas"];
type Board = Schemas["DiceBoard"];

export function pieces(board: Board, state: Schemas["DiceState"] | null): string[] {
  const along = (nodes: string[], stroke: string) => {
    const [a, b] = nodes.map((id) => named(board.nodes, id));
    return a && b ? line(a, b, stroke) : "";
  };
  const shapes = [
    ...board.hexes.map((tile) => hex(tile, true, COLORS[tile.terrain] ?? "white")),
    along(board.start_road.nodes, "black"),
    ...board.roads.map((road) => along(road.nodes, "white")),
    ...board.settlements.map((settlement) => text(settlement, String(settlement.points))),
    ...board.cities.map((city) => text(city, String(city.points))),
    ...board.knights.map((knight) => text(knight, String(knight.points))),
  ];
  for (const seat of state?.seats ?? []) {
    const mine = color(seat.seat);
    shapes.push(...seat.roads.map((id) => along(named(board.roads, id).nodes, mine)));
    shapes.push(...board.settlements.filter((one) => seat.settlements.includes(one.points)).map((one) => disc(one, 0.15, mine)));
    shapes.push(...board.cities.filter((one) => seat.cities.includes(one.points)).map((one) => box(one, 0.4, 0.4, mine)));
    shapes.push(...board.knights.filter((one) => seat.knights.includes(one.knight)).map((one) => disc(one, 0.2, mine)));
  }
  return shapes;
}

export function place(board: Board, command: Schemas["Command"]): Spot | undefined {
  switch (command.type) {
    case "DiceBuildRoad":
      return named(board.roads, command.road);
    case "DiceBuildSettlement":
      return board.settlements.find((one) => one.points === command.points);
    case "DiceBuildCity":
      return board.cities.find((one) => one.points === command.points);
    case "BuildKnight":
    case "UseJoker":
      return board.knights.find((one) => one.knight === command.knight);
    default:
      return undefined;
  }
}
