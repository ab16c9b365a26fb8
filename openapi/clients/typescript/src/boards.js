/** Boards to scale: from the board's unit, the side of a hex or of a square, to the pixels of a picture. */

/** @typedef {import("./typing.js").Schemas} Schemas */
/** @typedef {{ x: number, y: number }} Spot */
/** @typedef {Exclude<Schemas["Board"], Schemas["GoofspielBoard"]>} DrawnBoard */

/** A board with the size of a picture. All lengths are pixels; `x` goes to the right, `y` down. */
export class ScaledBoard {
  /**
   * @param {Schemas["Board"]} board
   * @param {{ width?: number, height?: number }} size what the picture may fill; by default 800 wide
   * @throws {RangeError} if the game has no board
   */
  constructor(board, { width = 800, height = Infinity } = {}) {
    if (!("frame" in board)) throw new RangeError(`a game of ${board.ruleset} has no board to draw`);
    this.board = board;
    /** How many pixels the side of a hex, or of a square, has. */
    this.unit = Math.min(width / board.frame.width, height / board.frame.height);
    this.width = board.frame.width * this.unit;
    this.height = board.frame.height * this.unit;
  }

  /**
   * Return where the middle of something on the board is.
   * @param {Spot} thing
   * @returns {Spot}
   */
  at({ x, y }) {
    const { frame } = this.board;
    return { x: (x - frame.x) * this.unit + this.width / 2, y: (y - frame.y) * this.unit + this.height / 2 };
  }

  /**
   * Return the six corners of a hex of the board.
   * @param {Spot} hex
   * @returns {Spot[]}
   */
  corners(hex) {
    const first = "orientation" in this.board && this.board.orientation === "pointy" ? 0.5 : 0;
    const turns = [0, 1, 2, 3, 4, 5].map((corner) => ((corner + first) * Math.PI) / 3);
    return turns.map((turn) => this.at({ x: hex.x + Math.cos(turn), y: hex.y + Math.sin(turn) }));
  }

  /**
   * Return the two ends of an edge, a road or anything else that names its nodes.
   * @param {{ nodes: readonly (string | number)[] }} edge
   * @returns {Spot[]}
   */
  ends(edge) {
    const { board } = this;
    if (!("nodes" in board)) return [];
    return edge.nodes.flatMap((id) => [...board.nodes].filter((node) => node.id === id).map((node) => this.at(node)));
  }

  /**
   * Return where a command has its effect, to ring it or to make it clickable; undefined if it names no place.
   * @param {Schemas["Command"]} command
   * @returns {Spot | undefined}
   */
  place(command) {
    const spot = placeOn(this.board, command);
    return spot && this.at(spot);
  }
}

/**
 * @param {DrawnBoard} board
 * @param {Schemas["Command"]} command
 * @returns {Spot | undefined}
 */
function placeOn(board, command) {
  switch (board.ruleset) {
    case "catan":
      return onCatan(board, command);
    case "catan-dice":
      return onSheet(board, command);
    case "elasund":
      return inElasund(board, command);
  }
}

/**
 * @param {Schemas["CatanBoard"]} board
 * @param {Schemas["Command"]} command
 */
function onCatan(board, command) {
  if ("node" in command) return board.nodes.find((node) => node.id === command.node);
  if ("edge" in command) return board.edges.find((edge) => edge.id === command.edge);
  if ("tile" in command) return board.tiles.find((tile) => tile.id === command.tile);
  return undefined;
}

/**
 * @param {Schemas["DiceBoard"]} board
 * @param {Schemas["Command"]} command
 */
function onSheet(board, command) {
  if (command.type === "DiceBuildRoad") return board.roads.find((road) => road.id === command.road);
  if (command.type === "DiceBuildSettlement") return board.settlements.find((one) => one.points === command.points);
  if (command.type === "DiceBuildCity") return board.cities.find((one) => one.points === command.points);
  if ("knight" in command) return board.knights.find((one) => one.knight === command.knight);
  return undefined;
}

/**
 * @param {Schemas["ElasundBoard"]} board
 * @param {Schemas["Command"]} command
 */
function inElasund(board, command) {
  if ("square" in command) return board.squares.find((square) => square.id === command.square);
  if ("space" in command) return board.walls.find((space) => space.id === command.space);
  if ("row" in command) return board.rows.find((row) => row.row === command.row);
  return undefined;
}
