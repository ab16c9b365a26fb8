"""The state of a game of Elasund."""

from marshmallow import fields

from domain.elasund.pieces import CHURCH_SIZE, NEUTRAL_PIECES
from domain.elasund.terms import (
    BUILDINGS,
    CHURCH_TILES,
    CUBES,
    GOLD_CARDS,
    INFLUENCE_CARDS,
    MOST_BUILDS,
    PERMITS,
    WELL,
)
from service.schemas.fields import KindField, Reference, always, choice, choices, flag, or_null, sometimes, whole
from service.schemas.frames import FRAME
from service.schemas.shapes import Answer
from service.schemas.states.counted import counted
from service.schemas.states.elasund_seat import ElasundCardCountsSchema, ElasundSeatSchema, InfluenceCountsSchema
from service.schemas.states.elasund_terms import LABEL, SPACE, SQUARE, WALL_TILE
from service.schemas.states.shared import MOST_TURNS, how_many, named_ruleset, one_seat, seat_or_null, two_dice

StackCountsSchema = counted("StackCounts", "How many neutral buildings of each kind.", BUILDINGS[WELL:], NEUTRAL_PIECES)


class ElasundBuildingSchema(Answer):
    """A building in the city."""

    building = choice(BUILDINGS, **always("Which it is; `buildings` of the board tells its size and what it gives."))
    seat = one_seat("The seat that has it.")
    square = KindField(SQUARE, **always("The id of its square farthest to the upper left."))
    cubes = whole(0, CUBES, **sometimes("The victory point cubes on it; only on neutral buildings."))


class PermitSchema(Answer):
    """A building permit that lies in the city."""

    seat = one_seat("The seat that has it.")
    value = how_many(PERMITS - 1, "Its value.")
    square = KindField(SQUARE, **always("The id of the square on which it lies."))


class ElasundWallSchema(Answer):
    """A tile of the city wall."""

    space = KindField(SPACE, **always("The id of the wall space on which it stands."))
    seat = one_seat("The seat that has built it.")
    tile = KindField(WALL_TILE, **always("Its number; `wall_tiles` of the board tells what it gives."))
    cube = flag(**always("Whether a victory point cube stands on its tower."))


class ChurchTileSchema(Answer):
    """A tile of the church that was built."""

    tile = choice(CHURCH_TILES, **always("Which part of the church it is; C is the middle."))
    square = KindField(SQUARE, **always("The id of the square on which it lies."))
    seat = one_seat("The seat that has built it.")
    cube = flag(**always("Whether a victory point cube of that seat stands on it."))


class ElasundChurchSchema(Answer):
    """The church, which is three squares wide and high."""

    tiles = fields.List(fields.Nested(ChurchTileSchema()), **always("The tiles that were built."))
    corner = KindField(
        or_null(SQUARE), **always("The id of its square farthest to the upper left; null before the first tile.")
    )
    pile = how_many(CHURCH_SIZE, "How many tiles lie in the pile.")
    not_built = choices(CHURCH_TILES, **always("The tiles that were not built yet."))
    bottom_known_to = seat_or_null("The seat that knows the tile at the bottom of the pile; null for none.")


class ElasundStateSchema(Answer):
    """The position of a game of Elasund, as far as the caller may know it."""

    ruleset = named_ruleset("elasund")
    turn = whole(0, MOST_TURNS, **always("The number of the turn, counted over all seats from 1."))
    active = one_seat("The seat whose turn it is, or was when the game ended.")
    dice = two_dice()
    ship = KindField(or_null(LABEL), **always("The row before which the ship lies; null before it has sailed."))
    built_this_turn = how_many(MOST_BUILDS, "How many buildings, wall tiles and church tiles were built in this turn.")
    bank = how_many(GOLD_CARDS, "The gold of the bank.")
    deck = how_many(sum(INFLUENCE_CARDS), "How many influence cards can still be drawn.")
    discards = fields.Nested(InfluenceCountsSchema(), **always("The influence cards that were laid down."))
    pirate_pool = fields.Nested(ElasundCardCountsSchema(), **always("The cards that the pirates have taken."))
    agenda = fields.List(
        Reference(FRAME),
        **always("What has to be done now; the last entry comes first. Empty once the game is over."),
    )
    buildings = fields.List(fields.Nested(ElasundBuildingSchema()), **always("The buildings in the city."))
    permits = fields.List(fields.Nested(PermitSchema()), **always("The building permits that lie in the city."))
    walls = fields.List(
        fields.Nested(ElasundWallSchema()),
        **always("The tiles of the city wall, the oldest first."),
    )
    church = fields.Nested(ElasundChurchSchema(), **always("The church."))
    stacks = fields.Nested(StackCountsSchema(), **always("The neutral buildings that can still be built."))
    seats = fields.List(fields.Nested(ElasundSeatSchema()), **always("What every seat has, in the order of the seats."))
