/** What the console says to friends at a table: votes, ways back, and what to do about somebody who is away. */

export const FRIENDS = {
  vote_undo: ["{by} asks to take moves back, to version {version}.", "{by} pide deshacer jugadas hasta la versión {version}."],
  vote_redo: ["{by} asks to play again what was taken back, to version {version}.", "{by} pide rehacer lo deshecho hasta la versión {version}."],
  vote_abandon: ["{by} asks to end the game without a winner.", "{by} pide terminar la partida sin ganador."],
  vote_pause: ["{by} asks to pause the game until {time}.", "{by} pide una pausa hasta {time}."],
  vote_seat: ["{by} asks to free the seat of {seat}, so that somebody can sit down there by a link.", "{by} pide liberar el asiento de {seat}, para que alguien se siente en él con un enlace."],
  vote_your_seat: ["{by} asks to free your seat for somebody else. Decline, and you keep it.", "{by} pide liberar tu asiento para otra persona. Recházalo y será tuyo."],
};
