"""Numbers the words of the dice game; ints inside, words at the edge (rulebook 004, Overview and Building)."""

from typing import Final

from domain.core.agenda import Frames
from domain.core.kinds import counts, integer
from domain.core.messages import Field

Dice = tuple[int, ...]

# The six faces of every die: five building resources, and gold.
BRICK: Final = 0
LUMBER: Final = 1
WOOL: Final = 2
GRAIN: Final = 3
ORE: Final = 4
GOLD: Final = 5
SYMBOLS: Final = ("brick", "lumber", "wool", "grain", "ore", "gold")
FACES: Final = 6
RESOURCES: Final = 5  # the faces below gold

DICE: Final = 6
ROLLS: Final = 3
BOXES: Final = 15
CROSS: Final = -2
GOLD_PRICE: Final = 2
MOST_SEATS: Final = 4
NOBODY: Final = -1

# Costs by face (rulebook 004, table of building costs).
NO_DICE: Final = (0, 0, 0, 0, 0, 0)
ROAD_COST: Final = (1, 1, 0, 0, 0, 0)
SETTLEMENT_COST: Final = (1, 1, 1, 1, 0, 0)
CITY_COST: Final = (0, 0, 0, 2, 3, 0)
KNIGHT_COST: Final = (0, 0, 1, 1, 1, 0)

ROLL: Final = 0
REROLL: Final = 1
CONVERT: Final = 2
BUILD: Final = 3
FRAMES: Final = {ROLL: "roll", REROLL: "reroll", CONVERT: "convert", BUILD: "build"}
AGENDA: Final = Frames(FRAMES, {}, MOST_SEATS)

# How messages hold seats, and dice by face.
SEAT: Final = integer(0, MOST_SEATS - 1)
DICE_COUNTS: Final = counts(SYMBOLS, DICE)
OF_SEAT: Final = Field("seat", SEAT)

STREAM_DICE: Final = 0
STREAMS: Final = {STREAM_DICE: "dice"}
