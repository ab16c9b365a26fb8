"""Joins what a game of Catan shows with what its modules add."""

from collections.abc import Mapping
from typing import Any, Final

from marshmallow import Schema, fields

from service.schemas.fields import sometimes
from service.schemas.shapes import Answer
from service.schemas.states.catan.board import CatanBoardSchema
from service.schemas.states.catan.dice_deck import DiceDeckStateSchema
from service.schemas.states.catan.erie_canal import CanalStateSchema
from service.schemas.states.catan.favors import FavorsStateSchema
from service.schemas.states.catan.helpers import HelpersStateSchema
from service.schemas.states.catan.state import CatanStateSchema
from service.schemas.states.catan.towns import TOWNS_ON_BOARD, TownsStateSchema


def _with(schema: type[Schema], more: Mapping[str, Any]) -> Schema:
    """Return a schema with the members that modules add, under its own name."""
    meta = type("Meta", (Answer.Meta,), {"register": False})
    whole: Schema = type(schema.__name__, (schema,), {**more, "Meta": meta, "__doc__": schema.__doc__})()
    return whole


PARTS: Final[dict[str, Any]] = {
    "favors": fields.Nested(
        FavorsStateSchema(), **sometimes("Favor tokens and gifts. Present with the module `favors`.")
    ),
    "helpers": fields.Nested(
        HelpersStateSchema(), **sometimes("Helper cards in use. Present with the module `helpers`.")
    ),
    "towns": fields.Nested(TownsStateSchema(), **sometimes("Catan tokens on the map. Present on maps with towns.")),
    "erie_canal": fields.Nested(
        CanalStateSchema(), **sometimes("Canal tokens and links. Present with the module `erie-canal`.")
    ),
    "dice_deck": fields.Nested(
        DiceDeckStateSchema(), **sometimes("What is left in the dice deck. Present with the module `dice-deck`.")
    ),
}
"""Lists the members that modules add to the state of Catan, by module."""

STATE: Final = _with(CatanStateSchema, PARTS)
BOARD: Final = _with(CatanBoardSchema, TOWNS_ON_BOARD)
