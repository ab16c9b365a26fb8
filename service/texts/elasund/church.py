"""Holds the texts of the church."""

from typing import Final

from service.texts.elasund.shared import SQUARE
from service.texts.message_text import Messages, Texts, message
from service.texts.shared import ACTOR, frame
from service.texts.translations import _

CHURCH_TILE: Final = "The church tile, named by its place in the church: `NW` is its upper left, `C` its center."

MESSAGES: Final[Messages] = {
    "BuildChurch": message("Pay for a church tile and draw it. The first builder draws two and chooses one."),
    "ChooseChurchTile": message(
        "Choose which of the first two church tiles to build on the foundation stone.", tile=CHURCH_TILE
    ),
    "ChurchTilesDrawn": message(
        "The first builder of the church drew two tiles to choose from.",
        seat=ACTOR,
        tiles="The two church tiles, named by their places in the church. Only the seat in `seat` sees this member.",
    ),
    "ChurchTileHidden": message(
        "The church tile that was not chosen went under the pile.",
        seat=ACTOR,
        tile="The church tile, named by its place in the church. Only the seat in `seat` sees this member.",
    ),
    "ChurchTileBuilt": message(
        "A seat built a church tile.",
        seat=ACTOR,
        tile=CHURCH_TILE,
        square=SQUARE,
        cube="True if the tile got a cube of the seat; false if the seat had none left.",
    ),
}

FRAMES: Final[Messages] = {
    "choose_church_tile": frame("The seat has to choose which of two church tiles to build."),
}

PHRASES: Final = {
    "command.BuildChurch": _("Build a church tile"),
    "command.ChooseChurchTile": _("Build the church tile %(tile)s"),
    "event.ChurchTilesDrawn": _("Seat %(seat)s draws the church tiles %(tiles)s."),
    "event.ChurchTilesDrawn.without": _("Seat %(seat)s draws two church tiles."),
    "event.ChurchTileHidden": _("Seat %(seat)s puts the church tile %(tile)s under the pile."),
    "event.ChurchTileHidden.without": _("Seat %(seat)s puts a church tile under the pile."),
    "event.ChurchTileBuilt": _("Seat %(seat)s builds the church tile %(tile)s on square %(square)s."),
    "frame.choose_church_tile": _("choose a church tile"),
    "picture.foundation": _("The foundation of the church"),
    "picture.church_tile": _("Seat %(seat)s: church tile %(tile)s"),
    "picture.church_drawn": _("Drawn church tiles: %(tiles)s"),
    "picture.church_bottom": _("At the bottom of the church pile: %(tile)s"),
}

TEXTS: Final = Texts(MESSAGES, FRAMES, phrases=PHRASES, order=5)
