"""The board of a game of Elasund."""

from marshmallow import fields

from domain.elasund.pieces import TRACK_END
from domain.elasund.terms import BUILDINGS
from service.schemas.fields import KindField, always, as_described, choice, flag, whole
from service.schemas.shapes import Answer
from service.schemas.states.elasund_terms import LABEL, SPACE, SQUARE, WALL_TILE
from service.schemas.states.shared import (
    BoardHead,
    Placed,
    RectangleSchema,
    how_many,
    named_ruleset,
    one_seat,
    words_of,
)

MOST_GOLD = 10


class ElasundRowSchema(Placed):
    """A row of squares; its place is where the ship lies before it."""

    row = KindField(LABEL, **always("The dice total that leads the ship there, by which the row is named."))


class ElasundSquareSchema(Placed):
    """A square of the city, one wide and one high."""

    id = KindField(SQUARE, **always("Ten times its column plus its row, both from 0; commands and states name it so."))
    row = KindField(LABEL, **always("The dice total that leads the ship to its row."))
    windmills = how_many(2, "How many windmills are printed on it.")


class ElasundGateSchema(Placed):
    """A cell of a gate in the city wall."""


class ElasundWallSpaceSchema(Placed):
    """A space for a tile of the city wall."""

    id = KindField(SPACE, **always("By which commands and states name it."))
    price = how_many(MOST_GOLD, "The gold that a wall tile costs there.")


class ElasundBuildingKindSchema(Answer):
    """A kind of building."""

    building = choice(BUILDINGS, **always("Its name, by which commands and states name it."))
    width = whole(1, 3, **always("How many squares wide it is."))
    height = whole(1, 3, **always("How many squares high it is."))
    size = whole(1, 6, **always("How many squares it covers; it may be built over smaller ones."))
    permits = how_many(3, "How many permits must lie on its squares.")
    gold = how_many(MOST_GOLD, "The gold that it costs.")
    gives = as_described(
        {"type": ["string", "null"], "enum": ["gold", "influence", None]},
        **always("The kind of card that it yields when the ship lies before it; null for none."),
    )
    flags = how_many(2, "How many trade flags it has.")
    count = whole(1, 10, **always("How many there are: for each seat, or in all where it is neutral."))
    is_neutral = flag(**always("Whether it belongs to nobody until it is built."))


class ElasundWallTileSchema(Answer):
    """What the wall tile of a number gives; every seat has one of each."""

    tile = KindField(WALL_TILE, **always("Its number; the tiles are built in the order of their numbers."))
    influence = how_many(2, "How many influence cards its builder draws.")
    tower = flag(**always("Whether it has a tower, for a victory point cube."))


class TrackSpaceSchema(Answer):
    """A space of the trade track with flags."""

    space = how_many(TRACK_END, "Its place on the track: the trade points that reach it.")
    flags = how_many(9, "How many flags are printed there, one for each cube.")


class StartingHutsSchema(Answer):
    """Where the huts of a seat stand at the start."""

    seat = one_seat("The number of the seat, from 0.")
    small_hut = KindField(SQUARE, **always("The id of the square of its small hut."))
    large_hut = KindField(SQUARE, **always("The id of the upper square of its large hut."))


class ElasundBoardSchema(BoardHead):
    """The board of a game of Elasund; the upper left corner of the city lies at (0, 0)."""

    ruleset = named_ruleset("elasund")
    map = words_of("The id of the map; there is one.")
    frame = fields.Nested(RectangleSchema(), **always("The rectangle that holds the city, its walls and the sea."))
    columns = whole(1, 9, **always("How many squares a row has."))
    rows = fields.List(fields.Nested(ElasundRowSchema()), **always("The rows of squares, from the top down."))
    foundation = KindField(
        SQUARE, **always("The id of the square of the foundation stone, on which nothing but the church is built.")
    )
    squares = fields.List(fields.Nested(ElasundSquareSchema()), **always("The squares, in the order of their ids."))
    gates = fields.List(fields.Nested(ElasundGateSchema()), **always("The cells of the two gates."))
    walls = fields.List(fields.Nested(ElasundWallSpaceSchema()), **always("The spaces for tiles of the city wall."))
    buildings = fields.List(fields.Nested(ElasundBuildingKindSchema()), **always("The kinds of buildings."))
    wall_tiles = fields.List(fields.Nested(ElasundWallTileSchema()), **always("The wall tiles, by their numbers."))
    church_price = how_many(MOST_GOLD, "The gold that a church tile costs.")
    trade_track = fields.List(fields.Nested(TrackSpaceSchema()), **always("The spaces of the trade track with flags."))
    starting_huts = fields.List(fields.Nested(StartingHutsSchema()), **always("Where huts stand at the start."))
