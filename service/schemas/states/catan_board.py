"""The board of a game of Catan, without what its modules add."""

from marshmallow import fields

from domain.catan.commands import EDGE, NODE, TILE
from domain.catan.terms import HARBORS, TERRAINS
from domain.core.kinds import array, integer
from service.schemas.fields import KindField, always, choice, or_null, sometimes, whole
from service.schemas.states.catan_terms import HIGHEST, HIGHEST_TILE
from service.schemas.states.shared import BoardHead, Placed, RectangleSchema, ids, named_ruleset, words_of
from service.schemas.translated import LexiconSchema, TranslatedSchema

MOST_STEPS = 100


class CatanTileSchema(Placed):
    """A hex of land; its corners lie at a distance of 1 from its middle."""

    id = KindField(TILE, **always("By which commands and states name it."))
    q = whole(-MOST_STEPS, MOST_STEPS, **always("Its axial coordinate to the right (`flat`: to the lower right)."))
    r = whole(-MOST_STEPS, MOST_STEPS, **always("Its axial coordinate to the lower right (`flat`: down)."))
    terrain = choice(TERRAINS, **always("Its land, which says what it yields; the desert yields nothing."))
    token = KindField(or_null(integer(2, 12)), **always("The dice total at which it yields; null for none."))
    nodes = ids(HIGHEST, "The ids of the nodes that it yields to: its corners, and towns that it is joined to.")


class CatanNodeSchema(Placed):
    """A corner of hexes, where a settlement or a city may stand."""

    id = KindField(NODE, **always("By which commands and states name it."))
    name = words_of("A name that tells by hex and side where it lies.")
    tiles = ids(HIGHEST_TILE, "The ids of the tiles that yield to it.")
    edges = ids(HIGHEST, "The ids of the edges that end in it.")
    neighbors = ids(HIGHEST, "The ids of the nodes at the other ends of its edges and waterways.")


class CatanEdgeSchema(Placed):
    """A side of hexes, where a road may lie."""

    id = KindField(EDGE, **always("By which commands and states name it."))
    nodes = KindField(array(NODE, 2), **always("The ids of the two nodes at its ends."))


class CatanHarborSchema(Placed):
    """A harbor; its place lies in the sea."""

    edge = KindField(EDGE, **always("The id of the edge at which it lies."))
    kind = choice(HARBORS, **always("The kind of card that it trades two for one; `any`: every kind three for one."))
    nodes = KindField(array(NODE, 2), **always("The ids of the two nodes whose buildings may use it."))


class CatanBoardSchema(BoardHead):
    """The board of a game of Catan; it never changes."""

    ruleset = named_ruleset("catan")
    map = words_of("The id of the map.")
    name = fields.Nested(TranslatedSchema(), **sometimes("The name of the map; absent where `words.maps` has it."))
    reconstruction = fields.Nested(
        TranslatedSchema(), **sometimes("What is not as printed on this map; absent where all of it is.")
    )
    lexicon = fields.Nested(
        LexiconSchema(), **sometimes("The words of the map that stand for the usual ones; absent where there are none.")
    )
    orientation = choice(("pointy", "flat"), **always("What is at the top of a hex: a point, or a flat side."))
    frame = fields.Nested(RectangleSchema(), **always("The rectangle that holds the board and its harbors."))
    tiles = fields.List(fields.Nested(CatanTileSchema()), **always("The hexes of land, in the order of their ids."))
    nodes = fields.List(fields.Nested(CatanNodeSchema()), **always("The corners of hexes, in the order of their ids."))
    edges = fields.List(fields.Nested(CatanEdgeSchema()), **always("The sides of hexes, in the order of their ids."))
    harbors = fields.List(fields.Nested(CatanHarborSchema()), **always("The harbors; none where there are documents."))
