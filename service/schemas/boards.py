"""Defines boards of one's own: their documents, the rules from which they are made, and the answer that shows one."""

from typing import Any, Final

from marshmallow import ValidationError, validates_schema

from domain.catan.maps.own import FARTHEST, MOST_HARBORS, MOST_TILES
from domain.catan.terms import HARBORS, TERRAINS
from domain.catan.topology import DIRECTIONS
from domain.core.kinds import integer
from service.faults import Fault
from service.schemas.fields import KindField, choice, flag, list_of, nested, or_null, sometimes, string, whole, words
from service.schemas.messages import SEATS
from service.schemas.shapes import Answer, Inner, Listed, Strict
from service.schemas.states.catan.base import CatanBoardSchema
from service.table.events import LONGEST_MAP

WAYS: Final = ("board", "map", "rules")
SEVEN: Final = [(0, -1), (1, -1), (-1, 0), (0, 0), (1, 0), (-1, 1), (0, 1)]
BOARD: Final[dict[str, Any]] = {
    "tiles": [
        {"q": q, "r": r, "terrain": terrain, "token": token}
        for (q, r), terrain, token in zip(
            SEVEN,
            ("forest", "hills", "pasture", "desert", "fields", "mountains", "forest"),
            (6, 9, 4, None, 8, 5, 10),
            strict=True,
        )
    ],
    "harbors": [{"q": 0, "r": -1, "side": "NW", "kind": "any"}, {"q": 0, "r": 1, "side": "SE", "kind": "wool"}],
}
"""Describes a small board for examples."""
RULES: Final[dict[str, Any]] = {"rules": {"seats": 4, "equal_neighbors": False, "seed": "a rainy day"}}
Q: Final = whole(-FARTHEST, FARTHEST, "The axial coordinate of the hex that grows to the right.")
R: Final = whole(-FARTHEST, FARTHEST, "The axial coordinate of the hex that grows to the lower right.")


class PlaceDraftSchema(Strict):
    """A place on a board, for a hex of land."""

    q = Q
    r = R


class TileDraftSchema(Strict):
    """A hex of land of a board of one's own."""

    q = Q
    r = R
    terrain = choice(TERRAINS, "The terrain of the hex, which determines what it yields; the desert yields nothing.")
    token = KindField(
        or_null(integer(2, 12)), "The dice total at which the hex yields, not 7; null for a desert, which has none."
    )


class HarborDraftSchema(Strict):
    """A harbor of a board of one's own."""

    q = Q
    r = R
    side = choice(DIRECTIONS, "The side of the hex at which the harbor lies; there must be sea beyond it.")
    kind = choice(HARBORS, "The kind of card that it trades two for one; `any` means every kind at three for one.")


RED: Final = flag(sometimes("True if the numbers 6 and 8 may lie side by side; by default they may not."))


class BoardDraftSchema(Strict):
    """A board of one's own: one island of hexes, with a number on each but the deserts, and its harbors."""

    tiles = Listed(TileDraftSchema(), MOST_TILES, "The hexes of land in any order; each touches another one.")
    harbors = Listed(
        HarborDraftSchema(),
        MOST_HARBORS,
        sometimes("The harbors; two of them never share an intersection. By default there are none."),
        least=0,
    )
    red_neighbors = RED


class BoardRulesSchema(Strict):
    """The rules from which a board is made."""

    seats = whole(3, 6, sometimes("For how many seats the board is; by default four, or as many as fit on `shape`."))
    shape = Listed(
        PlaceDraftSchema(), MOST_TILES, sometimes("The places of the hexes; by default the island of the base game.")
    )
    balanced = flag(
        sometimes(
            "True (the default) if each resource must be rolled about as often as its share of the hexes says, and no "
            "intersection may have more than 11 pips."
        )
    )
    equal_neighbors = flag(
        sometimes("False if neighbors may have neither the same terrain nor the same number; by default they may.")
    )
    red_neighbors = RED
    harbors = Listed(
        HarborDraftSchema(),
        MOST_HARBORS,
        sometimes("The harbors that the board gets; by default they are spread along the coast."),
        least=0,
    )
    seed = words(64, sometimes("The same seed and rules make the same board; by default a new seed is drawn."))


class BoardWishSchema(Strict):
    """A board to check or to make: exactly one of `board`, `map` and `rules`."""

    ruleset = words(64, sometimes("The id of the ruleset for which the board is.", default="catan"))
    board = Inner(BoardDraftSchema(), sometimes("The board to check, tile by tile."))
    map = words(LONGEST_MAP, sometimes("The text of the board to check, such as the `map` of a game."))
    rules = Inner(BoardRulesSchema(), sometimes("The rules from which to make a board."))

    bounds = {"minProperties": 1}

    @validates_schema
    def need_one(self, wish: dict[str, Any], **kwargs: Any) -> None:
        """Require exactly one of the ways to name a board."""
        if len([way for way in WAYS if way in wish]) != 1:
            raise ValidationError([Fault("one_board")])


class BoardGeometrySchema(CatanBoardSchema):
    """A board as a game shows it that is played on it."""

    class Meta(Answer.Meta):
        """Leaves out what only the board of a game has."""

        exclude = ("id",)


class OwnBoardSchema(Answer):
    """A board of one's own that games can be played on."""

    map = string("The board as a text, which is the `map` of games that are played on it.")
    seats = list_of(whole(*SEATS), "The numbers of seats for which the board has enough sites, the lowest first.")
    board = nested(BoardDraftSchema, "The document of the board, which can be sent as the `board` of a new game.")
    geometry = nested(BoardGeometrySchema, "The board as `GET /v1/games/{id}/board` shows it.")
    picture = string("The address of the drawing of the board.")
    seed = string(sometimes("The seed from which the board was made. Absent unless it was made from rules."))
