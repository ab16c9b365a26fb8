"""Numbers the words of Catan: ints inside, words outside, translated once, at the edge.

Kinds of frames, streams of chance and wares stand by number in packed positions and in digests, so that a number once
given stays. A module names the block of numbers that it was given, the next free one when it was written. Frames that
open together lie on the agenda by their numbers, the lowest at the bottom.
"""

from types import MappingProxyType
from typing import Final

BRICK: Final = 0
LUMBER: Final = 1
WOOL: Final = 2
GRAIN: Final = 3
ORE: Final = 4
KINDS: Final = 5
RESOURCES: Final = ("brick", "lumber", "wool", "grain", "ore")

# What a terrain yields (rulebook 003, Components); one that is not named here, as the desert, yields nothing.
HILLS: Final = 0
FOREST: Final = 1
PASTURE: Final = 2
FIELDS: Final = 3
MOUNTAINS: Final = 4
DESERT: Final = 5
TERRAINS: Final = ("hills", "forest", "pasture", "fields", "mountains", "desert")
YIELDS: Final = {HILLS: BRICK, FOREST: LUMBER, PASTURE: WOOL, FIELDS: GRAIN, MOUNTAINS: ORE}
BARREN: Final = -1
"""In the place of a resource where a tile yields nothing."""

# A harbor's number is the resource it trades two for one; GENERIC trades any three for one.
GENERIC: Final = 5
HARBORS: Final = ("brick", "lumber", "wool", "grain", "ore", "any")

KNIGHT: Final = 0
ROAD_BUILDING: Final = 1
YEAR_OF_PLENTY: Final = 2
MONOPOLY: Final = 3
VICTORY_POINT: Final = 4
CARDS: Final = ("knight", "road_building", "year_of_plenty", "monopoly", "victory_point")

# Kinds of frames; frames_of numbers those of modules.
FOUND_SETTLEMENT: Final = 0
FOUND_ROAD: Final = 1
ROLL: Final = 2
TRADE: Final = 3
BUILD: Final = 4
TRADE_BUILD: Final = 5
DISCARD: Final = 6
MOVE_ROBBER: Final = 7
STEAL: Final = 8
FREE_ROADS: Final = 9
HAND_ON: Final = 10

TRADE_PHASES: Final = (TRADE, TRADE_BUILD)
"""The phases in which the active player trades."""
PHASES: Final = (TRADE, BUILD, TRADE_BUILD)
"""The phases of a turn after the roll."""

# Streams of chance; stream_of numbers those of modules.
STREAM_DICE: Final = 0
STREAM_ROBBER: Final = 1
STREAM_DECK: Final = 2
STREAMS: Final = 3

COLORS: Final = ("white", "red", "blue", "orange", "green", "brown")

MOST_SEATS: Final = 6
NOBODY: Final = -1

ONE: Final = tuple(tuple(int(k == kind) for k in range(KINDS)) for kind in range(KINDS))
"""The cards of a hand with a single card, by its kind of resource."""

# Costs in the order of RESOURCES (rulebook 003, table of building costs).
NOTHING: Final = (0, 0, 0, 0, 0)
ROAD_COST: Final = (1, 1, 0, 0, 0)
SETTLEMENT_COST: Final = (1, 1, 1, 1, 0)
CITY_COST: Final = (0, 0, 0, 2, 3)
CARD_COST: Final = (0, 0, 1, 1, 1)
COSTS: Final = MappingProxyType(
    {"road": ROAD_COST, "settlement": SETTLEMENT_COST, "city": CITY_COST, "development_card": CARD_COST}
)

SHORTEST_LONGEST_ROAD: Final = 5
SMALLEST_LARGEST_ARMY: Final = 3
AWARD_POINTS: Final = 2


SUPPLY: Final = 19
DECK: Final = (14, 2, 2, 2, 5)
ROADS: Final = 15
SETTLEMENTS: Final = 5
CITIES: Final = 4
PIECES: Final = (ROADS, SETTLEMENTS, CITIES)
"""Of each seat."""


_FIRST: Final = 20
_EACH: Final = 10


def frames_of(block: int) -> range:
    """Return the numbers for the kinds of frames of the module with a block."""
    first = _FIRST + _EACH * block
    return range(first, first + _EACH)


def stream_of(block: int) -> int:
    """Return the number of the stream of chance with a block."""
    return STREAMS + block


def ware_of(block: int) -> int:
    """Return the number of the ware with a block, on from the resources."""
    return KINDS + block
