"""What a seat has in a game of Elasund."""

from marshmallow import fields

from domain.core.kinds import array, integer
from domain.elasund.pieces import OWN_KINDS, TRACK_END, TRACK_SPACES, WALL_TILES
from domain.elasund.terms import BUILDINGS, CARDS, CHURCH_TILES, COLORS, CUBES, GOLD_CARDS, PERMITS, PLAYER_COLORS
from service.schemas.fields import KindField, always, choice, choices, sometimes, whole
from service.schemas.shapes import Answer
from service.schemas.states.counted import counted
from service.schemas.states.shared import POINTS, how_many, one_seat

MOST_CARDS = 100
OWN = "Only on the caller's own seat while the game runs."
OPEN = "On the caller's own seat, and on every seat once the game is over."
InfluenceCountsSchema = counted("InfluenceCounts", "How many influence cards of each color.", COLORS, MOST_CARDS)
ElasundCardCountsSchema = counted(
    "ElasundCardCounts", "How many cards of each kind: gold, and influence by color.", CARDS, MOST_CARDS
)


class TradeTrackSchema(Answer):
    """Where a seat stands on the trade track."""

    points = how_many(100, "Its trade points: the flags and windmills that count for it.")
    disc = how_many(TRACK_END, "The space on which its disc lies.")
    cubes = KindField(
        array(integer(0, TRACK_END), len(TRACK_SPACES), unique=True), **always("The spaces on which it has a cube.")
    )


class ElasundSupplySchema(Answer):
    """What a seat has left."""

    cubes = how_many(CUBES, "How many victory point cubes.")
    permits = KindField(
        array(integer(0, PERMITS - 1), PERMITS, unique=True), **always("The values of its permits not in the city.")
    )
    buildings = choices(BUILDINGS[:OWN_KINDS], **always("The buildings of its own that it can still build."))
    wall_tiles = how_many(len(WALL_TILES), "How many wall tiles.")


class ElasundSeatSchema(Answer):
    """What a seat has: what lies open for all, and the cards where the caller may see them."""

    seat = one_seat("The number of the seat, from 0.")
    color = choice(PLAYER_COLORS, **always("The color of its pieces."))
    points = whole(*POINTS, **always("Its victory points."))
    hand = how_many(MOST_CARDS, "How many cards it holds, gold and influence.")
    laid_aside = how_many(MOST_CARDS, "How many cards it has laid aside for the pirates; 0 once all seats have.")
    towers = how_many(len(WALL_TILES), "How many watchtowers with a cube it has built.")
    trade = fields.Nested(TradeTrackSchema(), **always("Where it stands on the trade track."))
    supply = fields.Nested(ElasundSupplySchema(), **always("What it has left."))
    gold = whole(0, GOLD_CARDS, **sometimes(f"The gold that it holds. {OPEN}"))
    influence = fields.Nested(InfluenceCountsSchema(), **sometimes(f"The influence cards that it holds. {OPEN}"))
    laying_aside = fields.Nested(
        ElasundCardCountsSchema(), **sometimes(f"The cards that it has laid aside for the pirates. {OWN}")
    )
    church_tiles = choices(
        CHURCH_TILES,
        **sometimes("The church tiles to choose from, while the caller's seat chooses."),
    )
    church_bottom = choice(
        CHURCH_TILES,
        **sometimes("The tile at the bottom of the pile; on the caller's seat where it knows it."),
    )
