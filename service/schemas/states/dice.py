"""Describes the states and boards of the dice game."""

from typing import Final

from marshmallow import fields

from domain.core.kinds import array, integer
from domain.dice.sheet import CITIES, HEXES, KNIGHTS, ROADS, SETTLEMENTS
from domain.dice.terms import BOXES, CROSS, DICE, ROLLS, SYMBOLS
from service.schemas.fields import KindField, always, as_described, choice, objects, or_null, whole
from service.schemas.shapes import Answer
from service.schemas.states.shared import (
    MOST_TURNS,
    POINTS,
    BoardHead,
    Called,
    Placed,
    RectangleSchema,
    agenda,
    count_schema,
    how_many,
    ids,
    one_seat,
    ruleset_field,
    some_of,
    words_of,
)

MOST_POINTS = 30
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


class DiceSeatSchema(Answer):
    """The sheet of a seat, which everybody sees."""

    seat = one_seat("The number of the seat, counted from 0.")
    points = whole(*POINTS, **always("The sum of the points in the seat's boxes."))
    boxes = KindField(
        array(integer(CROSS, 200), BOXES),
        **always(f"The points of each turn that the seat has ended, in order; {CROSS} stands for a cross."),
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
    turn = whole(0, MOST_TURNS, **always("The number of the turn, counted from 1 over all seats."))
    active = one_seat("The seat whose turn it is, or was when the game ended.")
    rolls = how_many(ROLLS, "How many times the dice were rolled in this turn.")
    dice = fields.Nested(
        DiceCountsSchema(), allow_none=True, **always("How many dice show each symbol; null before the first roll.")
    )
    turn_points = whole(*POINTS, **always("The points of everything that was built in this turn."))
    agenda = agenda()
    seats = objects(DiceSeatSchema, **always("The sheet of each seat, in the order of the seats."))


MOST_STEPS = 10
ENDS = as_described(
    {"type": "array", "items": {"type": "string"}, "minItems": 2, "maxItems": 2},
    **always("The ids of the nodes at the two ends; the first is nearer to the start road."),
)
LEADING = KindField(or_null(ROAD), **always("The id of the road that must be built first; null for the start road."))


class DiceHexSchema(Called):
    """A hex of land with a flat top; its corners lie at a distance of 1 from its center."""

    q = whole(-MOST_STEPS, MOST_STEPS, **always("The axial coordinate that grows to the lower right."))
    r = whole(-MOST_STEPS, MOST_STEPS, **always("The axial coordinate that grows downward on the board."))
    terrain = choice(tuple(place.terrain for place in HEXES), **always("The terrain that is printed on the hex."))
    knight = KindField(KNIGHT, **always("The number of the knight that stands on the hex."))


class DiceNodeSchema(Called):
    """A node: where roads end and buildings stand."""

    id = words_of("The id by which roads, settlements and cities name the node.")


class DiceStartRoadSchema(Placed):
    """The road that is built on every sheet from the start."""

    nodes = ENDS


class DiceRoadSchema(Called):
    """A road that is printed on the sheet."""

    id = KindField(ROAD, **always("The number by which commands and states name the road."))
    nodes = ENDS
    parent = LEADING
    points = how_many(1, "How many points the road is worth.")


class DiceBuildingSchema(Called):
    """A place for a settlement or a city."""

    points = KindField(NUMBERED, **always("How many points it is worth, which is how commands and states name it."))
    node = words_of("The id of the node where it is built.")
    road = LEADING


class DiceKnightSchema(Called):
    """A knight; knights are built in the order of their numbers."""

    knight = KindField(KNIGHT, **always("The number by which commands and states name the knight."))
    points = KindField(NUMBERED, **always("How many points the knight is worth."))
    joker = choice(
        (*SYMBOLS, "any"), **always("The symbol to which its joker turns dice; `any` means one of your choice.")
    )


class DiceBoxesSchema(Answer):
    """The boxes in which the points of turns are written."""

    count = KindField(integer(1, 100), **always("How many boxes a sheet has, one for each turn."))
    cross = whole(-100, 0, **always("The points for a turn in which nothing was built."))


class DiceCostsSchema(Answer):
    """The dice that are needed to build, by symbol."""

    road = fields.Nested(DiceCountsSchema(), **always("The dice that are needed to build a road."))
    settlement = fields.Nested(DiceCountsSchema(), **always("The dice that are needed to build a settlement."))
    city = fields.Nested(DiceCountsSchema(), **always("The dice that are needed to build a city."))
    knight = fields.Nested(DiceCountsSchema(), **always("The dice that are needed to build a knight."))


class DiceBoardSchema(BoardHead):
    """The printed sheet of the dice game, the same for every game."""

    ruleset = ruleset_field("catan-dice")
    map = words_of("The id of the map, of which there is only one.")
    orientation = choice(("flat",), **always("What is at the top of a hex, which is always a side."))
    frame = fields.Nested(RectangleSchema(), **always("The rectangle that contains the island."))
    hexes = objects(DiceHexSchema, **always("The hexes of land that are printed on the sheet."))
    nodes = objects(DiceNodeSchema, **always("The nodes where roads end and buildings stand."))
    start_road = fields.Nested(DiceStartRoadSchema(), **always("The road that is already built at the start."))
    roads = objects(DiceRoadSchema, **always("The roads, in the order of their ids."))
    settlements = objects(DiceBuildingSchema, **always("The settlements, in the order in which they are built."))
    cities = objects(DiceBuildingSchema, **always("The cities, in the order in which they are built."))
    knights = objects(DiceKnightSchema, **always("The knights, in the order in which they are built."))
    boxes = fields.Nested(DiceBoxesSchema(), **always("The boxes for the points of the turns."))
    costs = fields.Nested(DiceCostsSchema(), **always("The dice that are needed for each kind of building."))


STATE: Final = DiceStateSchema()
BOARD: Final = DiceBoardSchema()
