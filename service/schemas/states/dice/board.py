"""Describes the printed sheet of the dice game."""

from marshmallow import fields

from domain.core.kinds import integer
from domain.dice.sheet import HEXES
from domain.dice.terms import SYMBOLS
from service.schemas.fields import KindField, always, as_described, choice, objects, or_null, whole
from service.schemas.shapes import Answer
from service.schemas.states.dice.state import KNIGHT, NUMBERED, ROAD, DiceCountsSchema
from service.schemas.states.shared import BoardHead, Called, Placed, RectangleSchema, how_many, ruleset_field, words_of

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
