"""The printed sheet of the dice game."""

from marshmallow import fields

from domain.core.kinds import integer
from domain.dice.sheet import HEXES
from domain.dice.terms import SYMBOLS
from service.schemas.fields import KindField, always, as_described, choice, or_null, whole
from service.schemas.shapes import Answer
from service.schemas.states.dice import KNIGHT, NUMBERED, ROAD, DiceCountsSchema
from service.schemas.states.shared import BoardHead, Placed, RectangleSchema, how_many, named_ruleset, words_of

MOST_STEPS = 10
ENDS = as_described(
    {"type": "array", "items": {"type": "string"}, "minItems": 2, "maxItems": 2},
    **always("The ids of the nodes at its two ends; the first one is nearer to the start road."),
)
LEADING = KindField(or_null(ROAD), **always("The id of the road that must be built before; null for the start road."))


class DiceHexSchema(Placed):
    """A hex of land with a flat top; its corners lie at a distance of 1 from its middle."""

    q = whole(-MOST_STEPS, MOST_STEPS, **always("Its axial coordinate to the lower right."))
    r = whole(-MOST_STEPS, MOST_STEPS, **always("Its axial coordinate down."))
    terrain = choice(tuple(place.terrain for place in HEXES), **always("Its land."))
    knight = KindField(KNIGHT, **always("The number of the knight that stands on it."))


class DiceNodeSchema(Placed):
    """An end of roads."""

    id = words_of("Its name, by which roads, settlements and cities name it.")


class DiceStartRoadSchema(Placed):
    """The road that is built on every sheet from the start."""

    nodes = ENDS


class DiceRoadSchema(Placed):
    """A road."""

    id = KindField(ROAD, **always("Its number, by which commands and states name it."))
    nodes = ENDS
    parent = LEADING
    points = how_many(1, "The points that it is worth.")


class DiceBuildingSchema(Placed):
    """A settlement or a city."""

    points = KindField(NUMBERED, **always("The points that it is worth, by which commands and states name it."))
    node = words_of("The id of its node.")
    road = LEADING


class DiceKnightSchema(Placed):
    """A knight; knights are built in the order of their numbers."""

    knight = KindField(KNIGHT, **always("Its number, by which commands and states name it."))
    points = KindField(NUMBERED, **always("The points that it is worth."))
    joker = choice((*SYMBOLS, "any"), **always("The symbol that its joker turns a die to; `any`: one of your choice."))


class DiceBoxesSchema(Answer):
    """The boxes for the points of the turns."""

    count = KindField(integer(1, 100), **always("How many boxes a sheet has, one for each turn of its seat."))
    cross = whole(-100, 0, **always("The points of a turn in which nothing was built."))


class DiceCostsSchema(Answer):
    """What is needed to build, by symbol."""

    road = fields.Nested(DiceCountsSchema(), **always("The dice that a road takes."))
    settlement = fields.Nested(DiceCountsSchema(), **always("The dice that a settlement takes."))
    city = fields.Nested(DiceCountsSchema(), **always("The dice that a city takes."))
    knight = fields.Nested(DiceCountsSchema(), **always("The dice that a knight takes."))


class DiceBoardSchema(BoardHead):
    """The printed sheet of the dice game, the same for every game."""

    ruleset = named_ruleset("catan-dice")
    map = words_of("The id of the map; there is one.")
    orientation = choice(("flat",), **always("What is at the top of a hex: a flat side."))
    frame = fields.Nested(RectangleSchema(), **always("The rectangle that holds the island."))
    hexes = fields.List(fields.Nested(DiceHexSchema()), **always("The hexes of land."))
    nodes = fields.List(fields.Nested(DiceNodeSchema()), **always("The ends of all roads."))
    start_road = fields.Nested(DiceStartRoadSchema(), **always("The road that is built from the start."))
    roads = fields.List(fields.Nested(DiceRoadSchema()), **always("The roads, in the order of their ids."))
    settlements = fields.List(
        fields.Nested(DiceBuildingSchema()), **always("The settlements, in the order in which they are built.")
    )
    cities = fields.List(
        fields.Nested(DiceBuildingSchema()), **always("The cities, in the order in which they are built.")
    )
    knights = fields.List(
        fields.Nested(DiceKnightSchema()), **always("The knights, in the order in which they are built.")
    )
    boxes = fields.Nested(DiceBoxesSchema(), **always("The boxes for the points of the turns."))
    costs = fields.Nested(DiceCostsSchema(), **always("What is needed to build."))
