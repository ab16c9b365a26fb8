"""Describes the state of a game of Elasund."""

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
from service.schemas.fields import (
    KindField,
    Reference,
    always,
    choice,
    choices,
    flag,
    objects,
    or_null,
    sometimes,
    whole,
)
from service.schemas.frames import FRAME
from service.schemas.shapes import Answer
from service.schemas.states.counted import count_schema
from service.schemas.states.elasund.seat import ElasundCardCountsSchema, ElasundSeatSchema, InfluenceCountsSchema
from service.schemas.states.elasund.terms import LABEL, SPACE, SQUARE, WALL_TILE
from service.schemas.states.shared import MOST_TURNS, how_many, one_seat, ruleset_field, seat_or_null, two_dice

StackCountsSchema = count_schema(
    "StackCounts",
    "How many neutral buildings of each kind.",
    "How many {} buildings are left.",
    BUILDINGS[WELL:],
    NEUTRAL_PIECES,
)


class ElasundBuildingSchema(Answer):
    """A building in the city."""

    building = choice(BUILDINGS, **always("The kind of building; `buildings` of the board describes it."))
    seat = one_seat("The number of the seat that owns the building.")
    square = KindField(SQUARE, **always("The id of the building's upper left square."))
    cubes = whole(0, CUBES, **sometimes("How many victory point cubes stand on it. Present on neutral buildings."))


class PermitSchema(Answer):
    """A building permit that lies in the city."""

    seat = one_seat("The number of the seat that owns the permit.")
    value = how_many(PERMITS - 1, "The value of the permit, from 0 to 4.")
    square = KindField(SQUARE, **always("The id of the square on which the permit lies."))


class ElasundWallSchema(Answer):
    """A tile of the city wall."""

    space = KindField(SPACE, **always("The id of the wall space on which the tile stands."))
    seat = one_seat("The number of the seat that built the wall tile.")
    tile = KindField(WALL_TILE, **always("The number of the tile; `wall_tiles` of the board describes it."))
    cube = flag(**always("True if a victory point cube stands on the tile's tower."))


class ChurchTileSchema(Answer):
    """A tile of the church that was built."""

    tile = choice(CHURCH_TILES, **always("The part of the church that the tile shows; `C` is the center."))
    square = KindField(SQUARE, **always("The id of the square on which the tile lies."))
    seat = one_seat("The number of the seat that built the church tile.")
    cube = flag(**always("True if a victory point cube of that seat stands on the tile."))


class ElasundChurchSchema(Answer):
    """The church, which is three squares wide and high."""

    tiles = objects(ChurchTileSchema, **always("The church tiles that have been built."))
    corner = KindField(
        or_null(SQUARE), **always("The id of the church's upper left square; null before the first tile.")
    )
    pile = how_many(CHURCH_SIZE, "How many church tiles lie in the pile.")
    not_built = choices(CHURCH_TILES, **always("The church tiles that have not been built yet."))
    bottom_known_to = seat_or_null("The seat that knows the bottom tile of the pile; null if none does.")


class ElasundStateSchema(Answer):
    """The position of a game of Elasund, as far as the caller may know it."""

    ruleset = ruleset_field("elasund")
    turn = whole(0, MOST_TURNS, **always("The number of the turn, counted from 1 over all seats."))
    active = one_seat("The seat whose turn it is, or was when the game ended.")
    dice = two_dice()
    ship = KindField(
        or_null(LABEL),
        **always("The row in front of which the ship lies, by its dice total; null before it has moved."),
    )
    built_this_turn = how_many(MOST_BUILDS, "How many buildings, wall tiles and church tiles were built in this turn.")
    bank = how_many(GOLD_CARDS, "How many gold cards the bank has left.")
    short = choices(
        ("gold", "influence"),
        **sometimes("The kinds of card that nobody gets from the supply until the turn ends. Absent if there is none."),
    )
    deck = how_many(sum(INFLUENCE_CARDS), "How many influence cards can still be drawn.")
    discards = fields.Nested(InfluenceCountsSchema(), **always("The influence cards that lie on the discard pile."))
    pirate_pool = fields.Nested(
        ElasundCardCountsSchema(),
        **always("The cards given up to the pirate, as long as a reward may be taken from them."),
    )
    agenda = fields.List(
        Reference(FRAME),
        **always(
            "What has to be done, as a stack whose last entry comes first; empty once the rules have ended the game."
        ),
    )
    buildings = objects(ElasundBuildingSchema, **always("The buildings that stand in the city."))
    permits = objects(PermitSchema, **always("The building permits that lie in the city."))
    walls = objects(
        ElasundWallSchema,
        **always("The tiles of the city wall that have been built, oldest first."),
    )
    church = fields.Nested(ElasundChurchSchema(), **always("The church and the tiles that are left of it."))
    stacks = fields.Nested(StackCountsSchema(), **always("The neutral buildings that can still be built, by kind."))
    seats = objects(ElasundSeatSchema, **always("What each seat has, in the order of the seats."))
