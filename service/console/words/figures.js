/** What the figures beside the log say. They come with the figures. */

export const FIGURES = {
  rolled_so_far: ["{count} rolls", "{count} tiradas"],
  nothing_rolled: ["Nothing was rolled yet.", "Todavía no se ha tirado."],
  thrown_so_far: ["{count} dice", "{count} dados"],
  outcome: ["Roll", "Tirada"],
  times: ["Times", "Veces"],
  expected: ["Expected", "Esperadas"],
  by_dice: ["Cards by dice", "Cartas por los dados"],
  in_all: ["All", "Todas"],
  luck: ["Luck", "Suerte"],
  bank_has: ["The bank has", "La banca tiene"],
  deck_has: ["and {count} development cards", "y {count} cartas de desarrollo"],
};
