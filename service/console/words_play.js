/** What the board, the hand and the action bar say, in English and Spanish. */

export const PLAY = {
  on_the_board: ["Choose a place that glows on the board.", "Elige un lugar que brille en el tablero."],
  several_here: ["{count} things: {summaries}", "{count} cosas: {summaries}"],
  what_here: ["What to do here", "Qué hacer aquí"],
};
