"""Describes the states and boards of Elasund."""

from typing import Final

from domain.core.kinds import integer, json_value
from domain.elasund.board import LABELS
from domain.elasund.pieces import CHURCH_SIZE, NEUTRAL_PIECES, OWN_KINDS, TRACK_END, TRACK_SPACES, WALL_TILES
from domain.elasund.terms import (
    BUILDINGS,
    CARDS,
    CHURCH_TILES,
    COLORS,
    CUBES,
    GOLD_CARDS,
    INFLUENCE_CARDS,
    MOST_BUILDS,
    PERMITS,
    PLAYER_COLORS,
    SQUARES,
    WELL,
)
from service.schemas.fields import (
    KindField,
    as_described,
    choice,
    choices,
    flag,
    nested,
    objects,
    or_null,
    sometimes,
    string,
    whole,
)
from service.schemas.messages import SEATS
from service.schemas.shapes import Answer
from service.schemas.states.shared import (
    MOST_TURNS,
    OPEN,
    OWN,
    POINTS,
    BoardHead,
    Called,
    RectangleSchema,
    agenda,
    count_schema,
    ruleset_field,
    seat_or_null,
    some_of,
    two_dice,
)

SQUARE: Final = integer(0, SQUARES - 1)
SPACE: Final = integer(100, 399)
WALL_TILE: Final = integer(1, len(WALL_TILES))
LABEL: Final = json_value({"type": "integer", "enum": list(LABELS)})
"""Represents the type of a row, named by the dice total that moves the ship there."""
MOST_CARDS = 100
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
StackCountsSchema = count_schema(
    "StackCounts",
    "How many neutral buildings of each kind.",
    "How many {} buildings are left.",
    BUILDINGS[WELL:],
    NEUTRAL_PIECES,
)
MOST_GOLD = 10


class TradeTrackSchema(Answer):
    """The position of a seat on the trade track."""

    points = whole(0, 100, "The trade points of the seat, from its flags and windmills.")
    disc = whole(0, TRACK_END, "The space of the trade track where the seat's disc lies.")
    cubes = some_of(
        integer(0, TRACK_END), len(TRACK_SPACES), "The spaces of the trade track where the seat has a cube."
    )


class ElasundSupplySchema(Answer):
    """The pieces that a seat has left to place."""

    cubes = whole(0, CUBES, "How many victory point cubes the seat has left.")
    permits = some_of(integer(0, PERMITS - 1), PERMITS, "The values of the permits that the seat has not placed.")
    buildings = choices(BUILDINGS[:OWN_KINDS], "The seat's own buildings that it can still build.")
    wall_tiles = whole(0, len(WALL_TILES), "How many wall tiles the seat has left.")


class ElasundSeatSchema(Answer):
    """What a seat has: everything visible to all, and its cards if the caller may see them."""

    seat = whole(*SEATS, "The number of the seat, counted from 0.")
    color = choice(PLAYER_COLORS, "The color of the seat's pieces.")
    points = whole(*POINTS, "The victory points of the seat: its cubes on the board.")
    hand = whole(0, MOST_CARDS, "How many cards the seat holds, both gold and influence.")
    laid_aside = whole(0, MOST_CARDS, "How many cards the seat has set aside for the pirate; 0 once all have.")
    held_gold = whole(0, GOLD_CARDS, "How many gold cards the seat has, also set aside; everybody can count them.")
    at_least = nested(InfluenceCountsSchema, "The influence cards that everybody can deduce that the seat has.")
    towers = whole(0, len(WALL_TILES), "How many of the seat's watchtowers have a cube.")
    trade = nested(TradeTrackSchema, "The position of the seat on the trade track.")
    supply = nested(ElasundSupplySchema, "The pieces that the seat has left to place.")
    gold = whole(0, GOLD_CARDS, sometimes(f"How many gold cards the seat holds. {OPEN}"))
    influence = nested(InfluenceCountsSchema, sometimes(f"The influence cards that the seat holds. {OPEN}"))
    laying_aside = nested(
        ElasundCardCountsSchema, sometimes(f"The cards that the seat has set aside for the pirate. {OWN}")
    )
    church_tiles = choices(
        CHURCH_TILES, sometimes("The church tiles to choose from. Present while the caller's seat must choose one.")
    )
    church_bottom = choice(
        CHURCH_TILES, sometimes("The church tile at the bottom of the pile. Present if the caller's seat knows it.")
    )


class ElasundBuildingSchema(Answer):
    """A building in the city."""

    building = choice(BUILDINGS, "The kind of building; `buildings` of the board describes it.")
    seat = whole(*SEATS, "The number of the seat that owns the building.")
    square = KindField(SQUARE, "The id of the building's upper left square.")
    cubes = whole(0, CUBES, sometimes("How many victory point cubes stand on it. Present on neutral buildings."))


class PermitSchema(Answer):
    """A building permit that lies in the city."""

    seat = whole(*SEATS, "The number of the seat that owns the permit.")
    value = whole(0, PERMITS - 1, "The value of the permit, from 0 to 4.")
    square = KindField(SQUARE, "The id of the square on which the permit lies.")


class ElasundWallSchema(Answer):
    """A tile of the city wall."""

    space = KindField(SPACE, "The id of the wall space on which the tile stands.")
    seat = whole(*SEATS, "The number of the seat that built the wall tile.")
    tile = KindField(WALL_TILE, "The number of the tile; `wall_tiles` of the board describes it.")
    cube = flag("True if a victory point cube stands on the tile's tower.")


class ChurchTileSchema(Answer):
    """A tile of the church that was built."""

    tile = choice(CHURCH_TILES, "The part of the church that the tile shows; `C` is the center.")
    square = KindField(SQUARE, "The id of the square on which the tile lies.")
    seat = whole(*SEATS, "The number of the seat that built the church tile.")
    cube = flag("True if a victory point cube of that seat stands on the tile.")


class ElasundChurchSchema(Answer):
    """The church, which is three squares wide and high."""

    tiles = objects(ChurchTileSchema, "The church tiles that have been built.")
    corner = KindField(or_null(SQUARE), "The id of the church's upper left square; null before the first tile.")
    pile = whole(0, CHURCH_SIZE, "How many church tiles lie in the pile.")
    not_built = choices(CHURCH_TILES, "The church tiles that have not been built yet.")
    bottom_known_to = seat_or_null("The seat that knows the bottom tile of the pile; null if none does.")


class ElasundStateSchema(Answer):
    """The position of a game of Elasund, as far as the caller may know it."""

    ruleset = ruleset_field("elasund")
    turn = whole(0, MOST_TURNS, "The number of the turn, counted from 1 over all seats.")
    active = whole(*SEATS, "The seat whose turn it is, or was when the game ended.")
    dice = two_dice()
    ship = KindField(
        or_null(LABEL), "The row in front of which the ship lies, by its dice total; null before it has moved."
    )
    built_this_turn = whole(0, MOST_BUILDS, "How many buildings, wall tiles and church tiles were built in this turn.")
    bank = whole(0, GOLD_CARDS, "How many gold cards the bank has left.")
    short = choices(
        ("gold", "influence"),
        sometimes("The kinds of card that nobody gets from the supply until the turn ends. Absent if there is none."),
    )
    deck = whole(0, sum(INFLUENCE_CARDS), "How many influence cards can still be drawn.")
    discards = nested(InfluenceCountsSchema, "The influence cards that lie on the discard pile.")
    pirate_pool = nested(
        ElasundCardCountsSchema, "The cards given up to the pirate, as long as a reward may be taken from them."
    )
    agenda = agenda()
    buildings = objects(ElasundBuildingSchema, "The buildings that stand in the city.")
    permits = objects(PermitSchema, "The building permits that lie in the city.")
    walls = objects(ElasundWallSchema, "The tiles of the city wall that have been built, oldest first.")
    church = nested(ElasundChurchSchema, "The church and the tiles that are left of it.")
    stacks = nested(StackCountsSchema, "The neutral buildings that can still be built, by kind.")
    seats = objects(ElasundSeatSchema, "What each seat has, in the order of the seats.")


class ElasundRowSchema(Called):
    """A row of squares; its coordinates are where the ship lies in front of it."""

    row = KindField(LABEL, "The dice total that moves the ship to this row, which names the row.")


class ElasundSquareSchema(Called):
    """A square of the city, one wide and one high."""

    id = KindField(SQUARE, "The id of the square: ten times its column plus its row, both counted from 0.")
    row = KindField(LABEL, "The row of the square, named by its dice total.")
    windmills = whole(0, 2, "How many windmills are printed on the square.")


class ElasundGateSchema(Called):
    """A cell of a gate in the city wall."""


class ElasundWallSpaceSchema(Called):
    """A space for a tile of the city wall."""

    id = KindField(SPACE, "The id by which commands and states name it.")
    price = whole(0, MOST_GOLD, "How many gold cards a wall tile costs on this space.")


class ElasundBuildingKindSchema(Answer):
    """A kind of building."""

    building = choice(BUILDINGS, "The name by which commands and states name this kind.")
    width = whole(1, 3, "How many squares wide the building is.")
    height = whole(1, 3, "How many squares high the building is.")
    size = whole(1, 6, "How many squares the building covers; it can replace buildings that cover fewer.")
    permits = whole(0, 3, "How many permits must lie on the building's squares.")
    gold = whole(0, MOST_GOLD, "How many gold cards the building costs.")
    gives = as_described(
        {"type": ["string", "null"], "enum": ["gold", "influence", None]},
        "The kind of card that it yields when the ship stops at one of its rows; null for none.",
    )
    flags = whole(0, 2, "How many trade flags the building has.")
    count = whole(1, 10, "How many such buildings exist: for each seat, or in total if they are neutral.")
    is_neutral = flag("True if it belongs to no seat until it is built.")


class ElasundWallTileSchema(Answer):
    """A wall tile, of which each seat has one, and what it gives."""

    tile = KindField(WALL_TILE, "The number of the tile; tiles are built in this order.")
    influence = whole(0, 2, "How many influence cards the builder draws.")
    tower = flag("True if the tile has a tower, which holds a victory point cube.")


class TrackSpaceSchema(Answer):
    """A space of the trade track with flags."""

    space = whole(0, TRACK_END, "The number of trade points that reach this space.")
    flags = whole(0, 9, "How many flags are printed on this space, each for one cube.")


class StartingHutsSchema(Answer):
    """Where the huts of a seat stand at the start."""

    seat = whole(*SEATS, "The number of the seat, counted from 0.")
    small_hut = KindField(SQUARE, "The id of the square where the small hut stands.")
    large_hut = KindField(SQUARE, "The id of the upper square where the large hut stands.")


class ElasundBoardSchema(BoardHead):
    """The board of a game of Elasund; the upper left corner of the city lies at (0, 0)."""

    ruleset = ruleset_field("elasund")
    map = string("The id of the map, of which there is only one.")
    frame = nested(RectangleSchema, "The rectangle that contains the city, its walls and the sea.")
    columns = whole(1, 9, "How many squares each row has.")
    rows = objects(ElasundRowSchema, "The rows of squares, listed from the top down.")
    foundation = KindField(SQUARE, "The id of the square of the foundation stone, where only the church can be built.")
    squares = objects(ElasundSquareSchema, "The squares of the city, in the order of their ids.")
    gates = objects(ElasundGateSchema, "The cells that the two city gates cover.")
    walls = objects(ElasundWallSpaceSchema, "The spaces where tiles of the city wall can be built.")
    buildings = objects(ElasundBuildingKindSchema, "The kinds of buildings that exist.")
    wall_tiles = objects(ElasundWallTileSchema, "The wall tiles that each seat has, in the order of their numbers.")
    church_price = whole(0, MOST_GOLD, "How many gold cards a church tile costs.")
    trade_track = objects(TrackSpaceSchema, "The spaces of the trade track that have flags.")
    starting_huts = objects(StartingHutsSchema, "The squares where each seat's huts stand at the start.")


STATE: Final = ElasundStateSchema()
BOARD: Final = ElasundBoardSchema()
