/** What the switches of motion, sound and pieces say, in English and Spanish. */

export const MOTION = {
  motion: ["Motion", "Movimiento"],
  sound: ["Sound", "Sonido"],
  pace: ["Moves of others", "Jugadas de otros"],
  digits: ["Numbers on pieces", "Números en las piezas"],
  pace_none: ["at once", "de inmediato"],
  pace_quick: ["quick, 0.4 s each", "rápidas, 0,4 s cada una"],
  pace_calm: ["calm, 1.2 s each", "con calma, 1,2 s cada una"],
  still_note: ["This device asks for less motion.", "Este dispositivo pide menos movimiento."],
  page_only: ["This browser keeps nothing; it holds for this page.", "Este navegador no guarda nada; vale para esta página."],
};
