"""Describes the state and the board of a game of Catan, without its modules."""

from typing import Final

from domain.catan import CATAN
from domain.catan.chapters.trading.messages import MOST_OTHERS, OfferTrade
from domain.catan.kinds import EDGE, MOST_CARDS, NODE, TILE
from domain.catan.terms import CARDS, COLORS, HARBORS, RESOURCES, TERRAINS
from domain.core.kinds import Kind, array, integer
from service.schemas.fields import (
    KindField,
    choice,
    explain_members,
    flag,
    nested,
    objects,
    or_null,
    sometimes,
    string,
    whole,
)
from service.schemas.messages import SEATS
from service.schemas.rulesets import LEXICON, RECONSTRUCTION, TranslatedSchema
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
    ids,
    ruleset_field,
    seat_or_null,
    some_seats,
    two_dice,
)

HIGHEST: Final = 499
"""Represents the highest id of a node or an edge."""
HIGHEST_TILE: Final = 199
GOODS: Final = next(field.kind for field in CATAN.commands.by_name[OfferTrade.__name__].fields if field.name == "give")
"""Represents the type of what may be traded, including the goods of all modules."""

ResourceCountsSchema: Final = count_schema(
    "ResourceCounts", "How many resource cards of each kind.", "How many of these cards are {}.", RESOURCES, MOST_CARDS
)
DevelopmentCardCountsSchema: Final = count_schema(
    "DevelopmentCardCounts",
    "How many development cards of each kind.",
    "How many of these cards are {}.",
    CARDS,
    MOST_CARDS,
)
MOST_STEPS = 100


class CatanSupplySchema(Answer):
    """The pieces that a seat has left to build."""

    roads = whole(0, 15, "How many roads the seat can still build.")
    settlements = whole(0, 5, "How many settlements the seat can still build.")
    cities = whole(0, 4, "How many cities the seat can still build.")


class CatanSeatSchema(Answer):
    """What a seat has: everything visible to all, and its cards if the caller may see them."""

    seat = whole(*SEATS, "The number of the seat, counted from 0.")
    color = choice(COLORS, "The color of the seat's pieces.")
    points = whole(
        *POINTS, "The visible victory points. Hidden victory point cards count too once the rules have ended the game."
    )
    resource_count = whole(0, MOST_CARDS, "How many resource cards the seat holds.")
    development_card_count = whole(0, MOST_CARDS, "How many unplayed development cards the seat holds.")
    knights = whole(0, MOST_CARDS, "How many knights the seat has played.")
    route_length = whole(0, HIGHEST, "The number of roads in the seat's longest route.")
    roads = ids(HIGHEST, "The ids of the edges on which the seat has roads.")
    settlements = ids(HIGHEST, "The ids of the nodes on which the seat has settlements.")
    cities = ids(HIGHEST, "The ids of the nodes on which the seat has cities.")
    supply = nested(CatanSupplySchema, "The pieces that the seat has left to build.")
    discarded = whole(0, MOST_CARDS, "How many cards the seat has set aside after a seven; 0 once all have discarded.")
    at_least = nested(
        ResourceCountsSchema, "How many cards of each kind the seat holds for certain, as far as the caller knows."
    )
    at_most = nested(
        ResourceCountsSchema, "How many cards of each kind the seat may hold at most, as far as the caller knows."
    )
    lasting_at_least = nested(
        ResourceCountsSchema,
        sometimes(
            "How many cards of each kind the seat has for certain, in its hand and set aside, whatever it offers. "
            "Absent if that is `at_least`, with `discarded` added to each number that is not 0."
        ),
    )
    public_at_least = nested(
        ResourceCountsSchema,
        sometimes(
            "How many of these everybody knows of. Absent if they are the same, and of the caller's own seat if "
            "nobody knows of any."
        ),
    )
    resources = nested(ResourceCountsSchema, sometimes(f"The resource cards that the seat holds. {OPEN}"))
    development_cards = nested(
        DevelopmentCardCountsSchema, sometimes(f"The unplayed development cards that the seat holds. {OPEN}")
    )
    bought_this_turn = nested(
        DevelopmentCardCountsSchema, sometimes(f"The development cards that were bought in this turn. {OWN}")
    )
    bought_count = whole(
        0,
        MOST_CARDS,
        sometimes("How many of its hidden development cards the seat bought in its latest turn. Absent if none."),
    )
    discarding = nested(ResourceCountsSchema, sometimes(f"The cards that the seat has set aside after a seven. {OWN}"))
    own_points = whole(*POINTS, sometimes(f"The victory points including hidden victory point cards. {OWN}"))


def goods(text: str) -> Kind:
    """Return the type of what may be traded, with a text for each kind."""
    texts = {name: text.format(f"`{name}`") for name in GOODS.schema["properties"]}
    return Kind(explain_members(GOODS.schema, **texts), GOODS.encode, GOODS.decode)


class CatanChoiceSchema(Answer):
    """Which of the things that an offer wants a seat agreed to give."""

    seat = whole(*SEATS, "The number of a seat that has accepted the offer.")
    give = KindField(goods("How many {} the seat would give."), "What the seat would give, one of `or_take`.")


class CatanOfferSchema(Answer):
    """A trade that was offered and not made yet."""

    offer = KindField(integer(1, MOST_TURNS), "The number of the offer, which commands use to name it.")
    seat = whole(*SEATS, "The number of the seat that made the offer.")
    give = KindField(
        goods("How many {} the seat would give."), "What the seat would give; a kind that is absent means none."
    )
    take = KindField(
        goods("How many {} the seat would take."), "What the seat would take; a kind that is absent means none."
    )
    to = some_seats("The seats that may answer the offer.")
    accepted = some_seats("The seats that have accepted the offer.")
    declined = some_seats("The seats that have declined the offer.")
    or_take = KindField(
        array(goods("How many {} the seat would take instead."), MOST_OTHERS),
        sometimes("What else the seat would take instead of `take`: any one of these. Absent if it is `take` alone."),
    )
    chosen = objects(
        CatanChoiceSchema, sometimes("What the seats would give that accepted one of `or_take`. Absent if none did.")
    )
    answers = KindField(
        integer(1, MOST_TURNS), sometimes("The number of the offer that this one answers, if it is a counter-offer.")
    )
    expires_at = KindField(
        integer(1, 2**53), sometimes("When the offer ends by itself, in ms since 1970. Absent if it does not.")
    )


class CatanStateSchema(Answer):
    """The position of a game of Catan, as far as the caller may know it."""

    ruleset = ruleset_field("catan")
    turn = whole(0, MOST_TURNS, "The number of the turn, counted from 1 over all seats; 0 during the founding.")
    active = seat_or_null("The seat whose turn it is; null before the first turn.")
    dice = two_dice()
    card_played = flag("Whether a development card was played in this turn.")
    robber = KindField(TILE, "The id of the tile on which the robber stands.")
    longest_road = seat_or_null("The seat that has the longest road; null if none has it.")
    largest_army = seat_or_null("The seat that has the largest army; null if none has it.")
    bank = nested(ResourceCountsSchema, "The resource cards that the bank has left.")
    deck = whole(0, MOST_CARDS, "How many development cards can still be bought.")
    played_cards = nested(DevelopmentCardCountsSchema, "The development cards that all seats have played.")
    agenda = agenda()
    offers = objects(CatanOfferSchema, "The trades that are currently offered.")
    seats = objects(CatanSeatSchema, "What each seat has, in the order of the seats.")


class CatanTileSchema(Called):
    """A hex of land; its corners lie at a distance of 1 from its center."""

    id = KindField(TILE, "The id by which commands and states name it.")
    q = whole(
        -MOST_STEPS, MOST_STEPS, "The axial coordinate that grows to the right, on `flat` boards to the lower right."
    )
    r = whole(-MOST_STEPS, MOST_STEPS, "The axial coordinate that grows to the lower right, on `flat` boards downward.")
    terrain = choice(TERRAINS, "The terrain of the hex, which determines what it yields; the desert yields nothing.")
    token = KindField(or_null(integer(2, 12)), "The dice total at which the hex yields; null if it yields nothing.")
    nodes = ids(HIGHEST, "The ids of the nodes that the hex yields to: its corners and any connected towns.")


class CatanNodeSchema(Called):
    """A corner of hexes, where a settlement or a city may stand."""

    id = KindField(NODE, "The id by which commands and states name it.")
    name = string("A name made of a hex and a direction, which says where the node lies.")
    tiles = ids(HIGHEST_TILE, "The ids of the tiles that yield to this node.")
    edges = ids(HIGHEST, "The ids of the edges that end at this node.")
    neighbors = ids(HIGHEST, "The ids of the nodes that edges or waterways connect to this one.")


class CatanEdgeSchema(Called):
    """A side of hexes, where a road may lie."""

    id = KindField(EDGE, "The id by which commands and states name it.")
    nodes = KindField(array(NODE, 2), "The ids of the two nodes at its ends.")


class CatanHarborSchema(Called):
    """A harbor; its coordinates lie in the sea."""

    edge = KindField(EDGE, "The id of the edge where the harbor lies.")
    kind = choice(HARBORS, "The kind of card that it trades two for one; `any` means every kind at three for one.")
    nodes = KindField(array(NODE, 2), "The ids of the two nodes whose buildings may use it.")


class CatanCostsSchema(Answer):
    """The resource cards that are needed to build, and to buy a development card."""

    road = nested(ResourceCountsSchema, "The cards that a road costs.")
    settlement = nested(ResourceCountsSchema, "The cards that a settlement costs.")
    city = nested(ResourceCountsSchema, "The cards that it costs to make a settlement a city.")
    development_card = nested(ResourceCountsSchema, "The cards that a development card costs.")


class CatanBoardSchema(BoardHead):
    """The board of a game of Catan; it never changes."""

    ruleset = ruleset_field("catan")
    map = string("The id of the map that this board shows.")
    name = nested(
        TranslatedSchema, sometimes("The name of the map. Absent if `words.maps` of the ruleset contains it.")
    )
    reconstruction = RECONSTRUCTION
    lexicon = LEXICON
    orientation = choice(("pointy", "flat"), "What is at the top of a hex: a corner (`pointy`) or a side (`flat`).")
    frame = nested(RectangleSchema, "The rectangle that contains the board and its harbors.")
    tiles = objects(CatanTileSchema, "The hexes of land, in the order of their ids.")
    nodes = objects(CatanNodeSchema, "The corners of hexes, in the order of their ids.")
    edges = objects(CatanEdgeSchema, "The sides of hexes, in the order of their ids.")
    harbors = objects(CatanHarborSchema, "The harbors of the board; empty if it has documents instead.")
    costs = nested(CatanCostsSchema, "The resource cards that building and development cards cost.")
