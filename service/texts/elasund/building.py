"""Holds the texts of buildings, starting huts, city walls and the trade track."""

from typing import Final

from service.texts.message_text import Messages, Texts, message
from service.texts.shared import ACTOR, frame
from service.texts.translations import _

UPPER_LEFT: Final = "The id of the upper left square of the building, as in the board's `squares`."
UPPER: Final = "The id of the hut's square, or of the upper one of the large hut's two squares."
HUT: Final = "The starting hut, `small_hut` or `large_hut`."
SPACE: Final = "The id of the wall space, as in the board's `walls`."
HUT_OWNER: Final = "The number of the seat that owns the hut, counted from 0."

MESSAGES: Final[Messages] = {
    "BuildTile": message(
        "Build a building on squares where the player's permits have the highest total.",
        building="The kind of building, as in the board's `buildings`; starting huts are not allowed.",
        square=UPPER_LEFT,
        color="The color of the three influence cards that cover a building of equal size; null or absent without one.",
    ),
    "BuildWall": message("Build the player's next wall tile on a space of the city wall.", space=SPACE),
    "EndBuilding": message("Build nothing more this turn and go on to the permit phase."),
    "ReplaceHut": message("Place a displaced starting hut on empty squares.", hut=HUT, square=UPPER),
    "DeclineHut": message("Leave a displaced starting hut out of the game.", hut=HUT),
    "BuildingPlaced": message(
        "A seat built a building.",
        seat=ACTOR,
        building="The kind of building, as in the board's `buildings`.",
        square=UPPER_LEFT,
        cubes="How many of its flags got a victory point cube, from the top down.",
    ),
    "BuildingRemoved": message(
        "A building was removed from the board, and its cubes went back to its owner.",
        seat="The number of the seat that owned the building, counted from 0.",
        building="The kind of building, as in the board's `buildings`.",
        square=UPPER_LEFT,
    ),
    "TradeMoved": message(
        "The trade points of a seat changed.",
        seat="The number of the seat whose trade points changed, counted from 0.",
        total="The trade points that the seat has now.",
        spaces="The spaces of the trade track, by their trade points, where the seat has a cube now.",
    ),
    "WallBuilt": message(
        "A seat built a wall tile.",
        seat=ACTOR,
        space=SPACE,
        tile="The number of the wall tile, from 1 to 9; each seat builds them in this order.",
        cube="True if the tile has a tower that got a cube of the seat.",
    ),
    "HutReplaced": message(
        "A displaced starting hut was placed on other squares.", seat=HUT_OWNER, hut=HUT, square=UPPER
    ),
    "HutLost": message("A displaced starting hut left the game.", seat=HUT_OWNER, hut=HUT),
}

FRAMES: Final[Messages] = {
    "build_tiles": frame("The seat may build up to two tiles: buildings, wall tiles or church tiles."),
    "replace_hut": frame(
        "The seat has to place its displaced starting huts again, or may leave them out where the options allow it.",
        huts="The starting huts that still have to be placed.",
    ),
}

OPTIONS: Final = {
    "hut_replace": "Whether the owner of a displaced hut may or must place it again; null means as in the edition.",
    "hut_on_own_permits": (
        "Whether a displaced hut can be placed on a permit of its owner; null means as in the edition."
    ),
}

PHRASES: Final = {
    "place.square": _("row %(row)s, column %(column)s from the sea"),
    "place.row": _("row %(row)s"),
    "place.gate": _("%(side)s gate"),
    "place.wall": _("%(side)s wall, column %(column)s from the sea"),
    "place.east_wall": _("east wall, row %(row)s"),
    "command.BuildTile": _("Build: %(building)s on square %(square)s, paying 3 %(color)s influence"),
    "command.BuildTile.without": _("Build: %(building)s on square %(square)s"),
    "command.BuildWall": _("Build a wall tile on wall space %(space)s"),
    "command.EndBuilding": _("Build no more"),
    "command.ReplaceHut": _("Put the %(hut)s on square %(square)s"),
    "command.DeclineHut": _("Leave the %(hut)s out of the game"),
    "event.BuildingPlaced": _("Seat %(seat)s builds: %(building)s on square %(square)s."),
    "event.BuildingRemoved": _("A building of seat %(seat)s leaves square %(square)s: %(building)s."),
    "event.TradeMoved": _("Seat %(seat)s has %(total)s trade points and cubes on %(spaces)s."),
    "event.TradeMoved.without": _("Seat %(seat)s has %(total)s trade points."),
    "event.WallBuilt": _("Seat %(seat)s builds wall tile %(tile)s on wall space %(space)s."),
    "event.HutReplaced": _("Seat %(seat)s puts the %(hut)s on square %(square)s."),
    "event.HutLost": _("The %(hut)s of seat %(seat)s leaves the game."),
    "frame.build_tiles": _("build up to two tiles"),
    "frame.replace_hut": _("put a displaced hut elsewhere"),
    "term.small_hut": _("small hut"),
    "term.large_hut": _("large hut"),
    "term.house": _("house"),
    "term.workshop": _("workshop"),
    "term.well": _("well"),
    "term.stalls": _("market stalls"),
    "term.inn": _("inn"),
    "term.shop": _("shop"),
    "term.large": _("large building"),
    "option.hut_replace": _("putting a displaced hut elsewhere"),
    "option.hut_on_own_permits": _("a displaced hut on an own permit"),
    "choice.may": _("may be done"),
    "choice.must": _("must be done"),
    "picture.gates": _("The gates"),
    "picture.windmills": _("Trade field, windmills: %(count)s"),
    "picture.building": _("Seat %(seat)s: %(building)s"),
    "picture.cube": _("a cube"),
    "picture.wall": _("Seat %(seat)s: wall"),
    "picture.tower": _("Seat %(seat)s: tower with a cube"),
    "picture.walls_left": _("walls left"),
    "picture.trade": _("trade points"),
    "picture.track": _("Seat %(seat)s: trade points %(count)s"),
    "picture.stacks": _("Left to build: %(cards)s"),
    "refusal.elasund.building.permit_count": _("The building needs %(count)s permits."),
    "refusal.elasund.wall.adjacent": _("The next tile can go to the spaces %(open)s."),
    "refusal.elasund.wall.space_taken": _("The next tile can go to the spaces %(open)s."),
}

TEXTS: Final = Texts(MESSAGES, FRAMES, phrases=PHRASES, options=OPTIONS, order=4)
