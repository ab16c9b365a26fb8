"""Describes the state of the dice game."""

from marshmallow import fields

from domain.core.kinds import array, integer
from domain.dice.sheet import CITIES, KNIGHTS, ROADS, SETTLEMENTS
from domain.dice.terms import BOXES, CROSS, DICE, ROLLS, SYMBOLS
from service.schemas.fields import KindField, Reference, always, objects, whole
from service.schemas.frames import FRAME
from service.schemas.shapes import Answer
from service.schemas.states.counted import count_schema
from service.schemas.states.shared import MOST_TURNS, POINTS, how_many, ids, one_seat, ruleset_field

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
    settlements = KindField(
        array(NUMBERED, len(SETTLEMENTS), unique=True),
        **always("The settlements that the seat has built, named by their points, ascending."),
    )
    cities = KindField(
        array(NUMBERED, len(CITIES), unique=True),
        **always("The cities that the seat has built, named by their points, ascending."),
    )
    knights = KindField(
        array(KNIGHT, KNIGHTS, unique=True), **always("The numbers of the knights that the seat has built, ascending.")
    )
    jokers = KindField(
        array(KNIGHT, KNIGHTS, unique=True), **always("The numbers of the knights whose joker the seat can still use.")
    )
    jokers_used = KindField(
        array(KNIGHT, KNIGHTS, unique=True), **always("The numbers of the knights whose joker the seat has used.")
    )


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
    agenda = fields.List(
        Reference(FRAME),
        **always(
            "What has to be done, as a stack whose last entry comes first; empty once the rules have ended the game."
        ),
    )
    seats = objects(DiceSeatSchema, **always("The sheet of each seat, in the order of the seats."))
