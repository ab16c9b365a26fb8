/** What the story of a game and its player say, in English and Spanish. */

export const STORY = {
  play_on: ["Play", "Reproducir"],
  pause_here: ["Pause", "Pausa"],
  speed: ["Speed", "Velocidad"],
  copy_version: ["Link", "Enlace"],
  copy_version_note: ["Copy a link to this version", "Copiar un enlace a esta versión"],
  points_over_time: ["Points over the game; a click goes there", "Puntos a lo largo de la partida; un clic lleva allí"],
  private_share: ["Only those who sit at this private table can open it; its pictures can be sent to anybody.", "Solo quien se sienta a esta mesa privada puede abrirla; sus imágenes se pueden enviar a cualquiera."],
  last_picture: ["The board at the end, as a picture.", "El tablero al final, como imagen."],
  make_picture: ["Make the picture", "Hacer la imagen"],
  save_file: ["Save", "Guardar"],
  moving_picture: ["The whole game as a moving picture.", "Toda la partida como imagen animada."],
  length: ["Length", "Duración"],
  pictures: ["{count} pictures", "{count} imágenes"],
  make_gif: ["Make a GIF", "Hacer un GIF"],
  cancel: ["Cancel", "Cancelar"],
  save_gif: ["Save the GIF ({size} kB)", "Guardar el GIF ({size} kB)"],
  no_gif_here: ["This browser cannot make pictures of pixels for a page; the server can.", "Este navegador no puede hacer imágenes de píxeles para una página; el servidor sí."],
  gif_by_server: ["Let the server make the GIF", "Que haga el GIF el servidor"],
  show_version: ["Show version {version}", "Mostrar la versión {version}"],
};
