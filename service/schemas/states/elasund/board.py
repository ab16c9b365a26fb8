"""Describes the board of a game of Elasund."""

from marshmallow import fields

from domain.elasund.pieces import TRACK_END
from domain.elasund.terms import BUILDINGS
from service.schemas.fields import KindField, always, as_described, choice, flag, objects, whole
from service.schemas.shapes import Answer
from service.schemas.states.elasund.terms import LABEL, SPACE, SQUARE, WALL_TILE
from service.schemas.states.shared import (
    BoardHead,
    Called,
    RectangleSchema,
    how_many,
    one_seat,
    ruleset_field,
    words_of,
)

MOST_GOLD = 10


class ElasundRowSchema(Called):
    """A row of squares; its coordinates are where the ship lies in front of it."""

    row = KindField(LABEL, **always("The dice total that moves the ship to this row, which names the row."))


class ElasundSquareSchema(Called):
    """A square of the city, one wide and one high."""

    id = KindField(SQUARE, **always("The id of the square: ten times its column plus its row, both counted from 0."))
    row = KindField(LABEL, **always("The row of the square, named by its dice total."))
    windmills = how_many(2, "How many windmills are printed on the square.")


class ElasundGateSchema(Called):
    """A cell of a gate in the city wall."""


class ElasundWallSpaceSchema(Called):
    """A space for a tile of the city wall."""

    id = KindField(SPACE, **always("The id by which commands and states name it."))
    price = how_many(MOST_GOLD, "How many gold cards a wall tile costs on this space.")


class ElasundBuildingKindSchema(Answer):
    """A kind of building."""

    building = choice(BUILDINGS, **always("The name by which commands and states name this kind."))
    width = whole(1, 3, **always("How many squares wide the building is."))
    height = whole(1, 3, **always("How many squares high the building is."))
    size = whole(1, 6, **always("How many squares the building covers; it can replace buildings that cover fewer."))
    permits = how_many(3, "How many permits must lie on the building's squares.")
    gold = how_many(MOST_GOLD, "How many gold cards the building costs.")
    gives = as_described(
        {"type": ["string", "null"], "enum": ["gold", "influence", None]},
        **always("The kind of card that it yields when the ship stops at one of its rows; null for none."),
    )
    flags = how_many(2, "How many trade flags the building has.")
    count = whole(1, 10, **always("How many such buildings exist: for each seat, or in total if they are neutral."))
    is_neutral = flag(**always("True if it belongs to no seat until it is built."))


class ElasundWallTileSchema(Answer):
    """A wall tile, of which each seat has one, and what it gives."""

    tile = KindField(WALL_TILE, **always("The number of the tile; tiles are built in this order."))
    influence = how_many(2, "How many influence cards the builder draws.")
    tower = flag(**always("True if the tile has a tower, which holds a victory point cube."))


class TrackSpaceSchema(Answer):
    """A space of the trade track with flags."""

    space = how_many(TRACK_END, "The number of trade points that reach this space.")
    flags = how_many(9, "How many flags are printed on this space, each for one cube.")


class StartingHutsSchema(Answer):
    """Where the huts of a seat stand at the start."""

    seat = one_seat("The number of the seat, counted from 0.")
    small_hut = KindField(SQUARE, **always("The id of the square where the small hut stands."))
    large_hut = KindField(SQUARE, **always("The id of the upper square where the large hut stands."))


class ElasundBoardSchema(BoardHead):
    """The board of a game of Elasund; the upper left corner of the city lies at (0, 0)."""

    ruleset = ruleset_field("elasund")
    map = words_of("The id of the map, of which there is only one.")
    frame = fields.Nested(RectangleSchema(), **always("The rectangle that contains the city, its walls and the sea."))
    columns = whole(1, 9, **always("How many squares each row has."))
    rows = objects(ElasundRowSchema, **always("The rows of squares, listed from the top down."))
    foundation = KindField(
        SQUARE, **always("The id of the square of the foundation stone, where only the church can be built.")
    )
    squares = objects(ElasundSquareSchema, **always("The squares of the city, in the order of their ids."))
    gates = objects(ElasundGateSchema, **always("The cells that the two city gates cover."))
    walls = objects(ElasundWallSpaceSchema, **always("The spaces where tiles of the city wall can be built."))
    buildings = objects(ElasundBuildingKindSchema, **always("The kinds of buildings that exist."))
    wall_tiles = objects(
        ElasundWallTileSchema,
        **always("The wall tiles that each seat has, in the order of their numbers."),
    )
    church_price = how_many(MOST_GOLD, "How many gold cards a church tile costs.")
    trade_track = objects(TrackSpaceSchema, **always("The spaces of the trade track that have flags."))
    starting_huts = objects(StartingHutsSchema, **always("The squares where each seat's huts stand at the start."))
