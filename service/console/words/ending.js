/** What is said in the moment in which a game ends, in English and Spanish. */

export const ENDING = {
  you_won: ["You won!", "¡Has ganado!"],
  one_won: ["{names} wins!", "¡Gana {names}!"],
  several_won: ["{names} win!", "¡Ganan {names}!"],
  sound_offer: ["Play sounds in the next game?", "¿Quieres sonidos en la próxima partida?"],
  sound_yes: ["Sounds on", "Con sonido"],
  sound_no: ["No sounds", "Sin sonido"],
  see_board: ["Look at the board", "Ver el tablero"],
  go_to_rematch: ["Go to the rematch", "Ir a la revancha"],
};
