"""Describes what a seat has in a game of Elasund."""

from marshmallow import fields

from domain.core.kinds import array, integer
from domain.elasund.pieces import OWN_KINDS, TRACK_END, TRACK_SPACES, WALL_TILES
from domain.elasund.terms import BUILDINGS, CARDS, CHURCH_TILES, COLORS, CUBES, GOLD_CARDS, PERMITS, PLAYER_COLORS
from service.schemas.fields import KindField, always, choice, choices, sometimes, whole
from service.schemas.shapes import Answer
from service.schemas.states.counted import count_schema
from service.schemas.states.shared import POINTS, how_many, one_seat

MOST_CARDS = 100
OWN = "Present on the caller's own seat until the rules end the game."
OPEN = "Present on the caller's own seat, and on all seats once the rules have ended the game."
InfluenceCountsSchema = count_schema(
    "InfluenceCounts",
    "How many influence cards of each color.",
    "How many of these influence cards are {}.",
    COLORS,
    MOST_CARDS,
)
ElasundCardCountsSchema = count_schema(
    "ElasundCardCounts",
    "How many cards of each kind: gold, and influence by color.",
    "How many of these cards are {}.",
    CARDS,
    MOST_CARDS,
)


class TradeTrackSchema(Answer):
    """The position of a seat on the trade track."""

    points = how_many(100, "The trade points of the seat, from its flags and windmills.")
    disc = how_many(TRACK_END, "The space of the trade track where the seat's disc lies.")
    cubes = KindField(
        array(integer(0, TRACK_END), len(TRACK_SPACES), unique=True),
        **always("The spaces of the trade track where the seat has a cube."),
    )


class ElasundSupplySchema(Answer):
    """The pieces that a seat has left to place."""

    cubes = how_many(CUBES, "How many victory point cubes the seat has left.")
    permits = KindField(
        array(integer(0, PERMITS - 1), PERMITS, unique=True),
        **always("The values of the permits that the seat has not placed."),
    )
    buildings = choices(BUILDINGS[:OWN_KINDS], **always("The seat's own buildings that it can still build."))
    wall_tiles = how_many(len(WALL_TILES), "How many wall tiles the seat has left.")


class ElasundSeatSchema(Answer):
    """What a seat has: everything visible to all, and its cards if the caller may see them."""

    seat = one_seat("The number of the seat, counted from 0.")
    color = choice(PLAYER_COLORS, **always("The color of the seat's pieces."))
    points = whole(*POINTS, **always("The victory points of the seat: its cubes on the board."))
    hand = how_many(MOST_CARDS, "How many cards the seat holds, both gold and influence.")
    laid_aside = how_many(MOST_CARDS, "How many cards the seat has set aside for the pirate; 0 once all have.")
    towers = how_many(len(WALL_TILES), "How many of the seat's watchtowers have a cube.")
    trade = fields.Nested(TradeTrackSchema(), **always("The position of the seat on the trade track."))
    supply = fields.Nested(ElasundSupplySchema(), **always("The pieces that the seat has left to place."))
    gold = whole(0, GOLD_CARDS, **sometimes(f"How many gold cards the seat holds. {OPEN}"))
    influence = fields.Nested(InfluenceCountsSchema(), **sometimes(f"The influence cards that the seat holds. {OPEN}"))
    laying_aside = fields.Nested(
        ElasundCardCountsSchema(), **sometimes(f"The cards that the seat has set aside for the pirate. {OWN}")
    )
    church_tiles = choices(
        CHURCH_TILES,
        **sometimes("The church tiles to choose from. Present while the caller's seat must choose one."),
    )
    church_bottom = choice(
        CHURCH_TILES,
        **sometimes("The church tile at the bottom of the pile. Present if the caller's seat knows it."),
    )
