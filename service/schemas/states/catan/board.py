"""Describes the board of a game of Catan, without its modules."""

from marshmallow import fields

from domain.catan.kinds import EDGE, NODE, TILE
from domain.catan.terms import HARBORS, TERRAINS
from domain.core.kinds import array, integer
from service.schemas.fields import KindField, always, choice, objects, or_null, sometimes, whole
from service.schemas.shapes import Answer
from service.schemas.states.catan.terms import HIGHEST, HIGHEST_TILE, ResourceCountsSchema
from service.schemas.states.shared import BoardHead, Called, RectangleSchema, ids, ruleset_field, words_of
from service.schemas.translated import LexiconSchema, TranslatedSchema

MOST_STEPS = 100


class CatanTileSchema(Called):
    """A hex of land; its corners lie at a distance of 1 from its center."""

    id = KindField(TILE, **always("The id by which commands and states name it."))
    q = whole(
        -MOST_STEPS,
        MOST_STEPS,
        **always("The axial coordinate that grows to the right, on `flat` boards to the lower right."),
    )
    r = whole(
        -MOST_STEPS,
        MOST_STEPS,
        **always("The axial coordinate that grows to the lower right, on `flat` boards downward."),
    )
    terrain = choice(
        TERRAINS, **always("The terrain of the hex, which determines what it yields; the desert yields nothing.")
    )
    token = KindField(
        or_null(integer(2, 12)), **always("The dice total at which the hex yields; null if it yields nothing.")
    )
    nodes = ids(HIGHEST, "The ids of the nodes that the hex yields to: its corners and any connected towns.")


class CatanNodeSchema(Called):
    """A corner of hexes, where a settlement or a city may stand."""

    id = KindField(NODE, **always("The id by which commands and states name it."))
    name = words_of("A name made of a hex and a direction, which says where the node lies.")
    tiles = ids(HIGHEST_TILE, "The ids of the tiles that yield to this node.")
    edges = ids(HIGHEST, "The ids of the edges that end at this node.")
    neighbors = ids(HIGHEST, "The ids of the nodes that edges or waterways connect to this one.")


class CatanEdgeSchema(Called):
    """A side of hexes, where a road may lie."""

    id = KindField(EDGE, **always("The id by which commands and states name it."))
    nodes = KindField(array(NODE, 2), **always("The ids of the two nodes at its ends."))


class CatanHarborSchema(Called):
    """A harbor; its coordinates lie in the sea."""

    edge = KindField(EDGE, **always("The id of the edge where the harbor lies."))
    kind = choice(
        HARBORS, **always("The kind of card that it trades two for one; `any` means every kind at three for one.")
    )
    nodes = KindField(array(NODE, 2), **always("The ids of the two nodes whose buildings may use it."))


class CatanCostsSchema(Answer):
    """The resource cards that are needed to build, and to buy a development card."""

    road = fields.Nested(ResourceCountsSchema(), **always("The cards that a road costs."))
    settlement = fields.Nested(ResourceCountsSchema(), **always("The cards that a settlement costs."))
    city = fields.Nested(ResourceCountsSchema(), **always("The cards that it costs to make a settlement a city."))
    development_card = fields.Nested(ResourceCountsSchema(), **always("The cards that a development card costs."))


class CatanBoardSchema(BoardHead):
    """The board of a game of Catan; it never changes."""

    ruleset = ruleset_field("catan")
    map = words_of("The id of the map that this board shows.")
    name = fields.Nested(
        TranslatedSchema(), **sometimes("The name of the map. Absent if `words.maps` of the ruleset contains it.")
    )
    reconstruction = fields.Nested(
        TranslatedSchema(), **sometimes("How the map differs from the printed one. Absent if it does not.")
    )
    lexicon = fields.Nested(
        LexiconSchema(), **sometimes("The words that the map uses instead of the usual ones. Absent if there are none.")
    )
    orientation = choice(
        ("pointy", "flat"), **always("What is at the top of a hex: a corner (`pointy`) or a side (`flat`).")
    )
    frame = fields.Nested(RectangleSchema(), **always("The rectangle that contains the board and its harbors."))
    tiles = objects(CatanTileSchema, **always("The hexes of land, in the order of their ids."))
    nodes = objects(CatanNodeSchema, **always("The corners of hexes, in the order of their ids."))
    edges = objects(CatanEdgeSchema, **always("The sides of hexes, in the order of their ids."))
    harbors = objects(CatanHarborSchema, **always("The harbors of the board; empty if it has documents instead."))
    costs = fields.Nested(CatanCostsSchema(), **always("The resource cards that building and development cards cost."))
