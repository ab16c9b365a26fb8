"""Describes the states and boards of the dice game."""

from typing import Final

from domain.core.kinds import array, integer
from domain.dice.sheet import CITIES, HEXES, KNIGHTS, ROADS, SETTLEMENTS
from domain.dice.terms import BOXES, CROSS, DICE, ROLLS, SYMBOLS
from service.schemas.fields import KindField, as_described, choice, flag, nested, objects, or_null, string, whole
from service.schemas.messages import SEATS
from service.schemas.shapes import Answer
from service.schemas.states.shared import (
    MOST_TURNS,
    BoardHead,
    Called,
    Placed,
    RectangleSchema,
    agenda,
    count_schema,
    ids,
    ruleset_field,
    some_of,
)

MOST_POINTS = 30
POINTS = (
    CROSS * BOXES,
    len(ROADS) + sum(place.points for place in (*SETTLEMENTS, *CITIES)) + KNIGHTS * (KNIGHTS + 1) // 2,
)
"""From a cross in every box to everything on the sheet."""
NUMBERED = integer(1, MOST_POINTS)
ROAD = integer(0, len(ROADS) - 1)
KNIGHT = integer(1, KNIGHTS)
DiceCountsSchema = count_schema(
    "DiceCounts",
    "How many dice show each symbol.",
    "How many of these dice show {}, or must show it to build.",
    SYMBOLS,
    DICE,
)
MOST_STEPS = 10
ENDS = as_described(
    {"type": "array", "items": {"type": "string"}, "minItems": 2, "maxItems": 2},
    "The ids of the nodes at the two ends; the first is nearer to the start road.",
)
LEADING = KindField(or_null(ROAD), "The id of the road that must be built first; null for the start road.")


class DiceSeatSchema(Answer):
    """The sheet of a seat, which everybody sees."""

    seat = whole(*SEATS, "The number of the seat, counted from 0.")
    points = whole(*POINTS, "The sum of the points in the seat's boxes.")
    boxes = KindField(
        array(integer(CROSS, 200), BOXES),
        f"The points of each turn that the seat has ended, in order; {CROSS} stands for a cross.",
    )
    roads = ids(len(ROADS) - 1, "The ids of the roads that the seat has built.")
    settlements = some_of(
        NUMBERED, len(SETTLEMENTS), "The settlements that the seat has built, named by their points, ascending."
    )
    cities = some_of(NUMBERED, len(CITIES), "The cities that the seat has built, named by their points, ascending.")
    knights = some_of(KNIGHT, KNIGHTS, "The numbers of the knights that the seat has built, ascending.")
    jokers = some_of(KNIGHT, KNIGHTS, "The numbers of the knights whose joker the seat can still use.")
    jokers_used = some_of(KNIGHT, KNIGHTS, "The numbers of the knights whose joker the seat has used.")


class DiceStateSchema(Answer):
    """The position of the dice game, the same for everybody."""

    ruleset = ruleset_field("catan-dice")
    turn = whole(0, MOST_TURNS, "The number of the turn, counted from 1 over all seats.")
    active = whole(*SEATS, "The seat whose turn it is, or was when the game ended.")
    rolls = whole(0, ROLLS, "How many times the dice were rolled in this turn.")
    dice = nested(DiceCountsSchema, "How many dice show each symbol; null before the first roll.", allow_none=True)
    converted = flag("True if a joker or gold was used in this turn.")
    turn_points = whole(*POINTS, "The points of everything that was built in this turn.")
    turn_pieces = whole(0, DICE, "How many pieces were built in this turn.")
    turn_knights = whole(0, DICE, "How many of them are knights, whose jokers are fresh.")
    agenda = agenda()
    seats = objects(DiceSeatSchema, "The sheet of each seat, in the order of the seats.")


class DiceHexSchema(Called):
    """A hex of land with a flat top; its corners lie at a distance of 1 from its center."""

    q = whole(-MOST_STEPS, MOST_STEPS, "The axial coordinate that grows to the lower right.")
    r = whole(-MOST_STEPS, MOST_STEPS, "The axial coordinate that grows downward on the board.")
    terrain = choice(tuple(place.terrain for place in HEXES), "The terrain that is printed on the hex.")
    knight = KindField(KNIGHT, "The number of the knight that stands on the hex.")


class DiceNodeSchema(Called):
    """A node: where roads end and buildings stand."""

    id = string("The id by which roads, settlements and cities name the node.")


class DiceStartRoadSchema(Placed):
    """The road that is built on every sheet from the start."""

    nodes = ENDS


class DiceRoadSchema(Called):
    """A road that is printed on the sheet."""

    id = KindField(ROAD, "The number by which commands and states name the road.")
    nodes = ENDS
    parent = LEADING
    points = whole(0, 1, "How many points the road is worth.")


class DiceBuildingSchema(Called):
    """A place for a settlement or a city."""

    points = KindField(NUMBERED, "How many points it is worth, which is how commands and states name it.")
    node = string("The id of the node where it is built.")
    road = LEADING


class DiceKnightSchema(Called):
    """A knight; knights are built in the order of their numbers."""

    knight = KindField(KNIGHT, "The number by which commands and states name the knight.")
    points = KindField(NUMBERED, "How many points the knight is worth.")
    joker = choice((*SYMBOLS, "any"), "The symbol to which its joker turns dice; `any` means one of your choice.")


class DiceBoxesSchema(Answer):
    """The boxes in which the points of turns are written."""

    count = KindField(integer(1, 100), "How many boxes a sheet has, one for each turn.")
    cross = whole(-100, 0, "The points for a turn in which nothing was built.")


class DiceCostsSchema(Answer):
    """The dice that are needed to build, by symbol."""

    road = nested(DiceCountsSchema, "The dice that are needed to build a road.")
    settlement = nested(DiceCountsSchema, "The dice that are needed to build a settlement.")
    city = nested(DiceCountsSchema, "The dice that are needed to build a city.")
    knight = nested(DiceCountsSchema, "The dice that are needed to build a knight.")


class DiceBoardSchema(BoardHead):
    """The printed sheet of the dice game, the same for every game."""

    ruleset = ruleset_field("catan-dice")
    map = string("The id of the map, of which there is only one.")
    orientation = choice(("flat",), "What is at the top of a hex, which is always a side.")
    frame = nested(RectangleSchema, "The rectangle that contains the island.")
    hexes = objects(DiceHexSchema, "The hexes of land that are printed on the sheet.")
    nodes = objects(DiceNodeSchema, "The nodes where roads end and buildings stand.")
    start_road = nested(DiceStartRoadSchema, "The road that is already built at the start.")
    roads = objects(DiceRoadSchema, "The roads, in the order of their ids.")
    settlements = objects(DiceBuildingSchema, "The settlements, in the order in which they are built.")
    cities = objects(DiceBuildingSchema, "The cities, in the order in which they are built.")
    knights = objects(DiceKnightSchema, "The knights, in the order in which they are built.")
    boxes = nested(DiceBoxesSchema, "The boxes for the points of the turns.")
    costs = nested(DiceCostsSchema, "The dice that are needed for each kind of building.")


STATE: Final = DiceStateSchema()
BOARD: Final = DiceBoardSchema()
