/** What the editor of boards says. It comes with the editor. */

export const ISLAND = {
  own_board_note: ["Press what to put down, then tap a tile, the sea beside it, or a coast.", "Pulsa qué poner y toca una casilla, el mar de al lado o una costa."],
  tap_puts: ["A tap puts", "Un toque pone"],
  terrain: ["Terrain", "Terreno"],
  sea: ["sea", "mar"],
  number: ["Number", "Número"],
  harbor: ["Harbor", "Puerto"],
  red_neighbors: ["6 and 8 may be neighbors", "6 y 8 pueden ser vecinos"],
  no_equal_neighbors: ["no equal neighbors", "sin vecinos iguales"],
  board_for: ["up to {seats}", "hasta {seats}"],
  board_seats: ["For {seats} seats", "Para {seats} asientos"],
  play_on_board: ["Play on it", "Jugar en él"],
  board_link: ["This link carries the board.", "Este enlace lleva el tablero."],
  copy_board: ["Copy the text", "Copiar el texto"],
  make_board: ["Make one", "Crear uno"],
};
