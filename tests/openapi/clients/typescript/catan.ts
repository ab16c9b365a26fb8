import type { components } from "./api.js";
import { COLORS, type Spot, box, color, disc, hex, line, named, text } from "./shapes.js";

type Schemas = components["schemas"];
type Board = Schemas["CatanBoard"];

export function pieces(board: Board, state: Schemas["CatanState"] | null): string[] {
  const node = (id: number) => named(board.nodes, id);
  const along = (id: number, stroke: string) => {
    const [a, b] = named(board.edges, id).nodes.map(node);
    return a && b ? line(a, b, stroke) : "";
  };
  const shapes = [
    ...board.tiles.map((tile) => hex(tile, board.orientation === "flat", COLORS[tile.terrain] ?? "white")),
    ...board.tiles.map((tile) => text(tile, tile.token === null ? "" : String(tile.token))),
    ...board.edges.map((edge) => along(edge.id, "white")),
    ...board.harbors.map((harbor) => text(harbor, harbor.kind)),
    ...(board.documents ?? []).map((document) => text(document, document.name)),
    ...(board.tokens ?? []).map((token) => text(token, token.name)),
    ...(board.towns ?? []).map((town) => text(town, town.name)),
    ...(board.waterways ?? []).map((waterway) => text(waterway, waterway.name)),
  ];
  for (const seat of state?.seats ?? []) {
    shapes.push(...seat.roads.map((edge) => along(edge, color(seat.seat))));
    shapes.push(...seat.settlements.map((id) => disc(node(id), 0.15, color(seat.seat))));
    shapes.push(...seat.cities.map((id) => box(node(id), 0.4, 0.4, color(seat.seat))));
  }
  return state ? [...shapes, disc(named(board.tiles, state.robber), 0.3, "black")] : shapes;
}

export function place(board: Board, command: Schemas["Command"]): Spot | undefined {
  if ("node" in command) return named(board.nodes, command.node);
  if ("edge" in command) return named(board.edges, command.edge);
  if (command.type === "MoveRobber" || command.type === "UseRobberToDesert") return named(board.tiles, command.tile);
  return undefined;
}
