"""Joins what a game of Catan shows with what its modules add, each in the file of its name."""

from collections.abc import Mapping
from typing import Any, Final

from marshmallow import Schema

from domain.catan.modules import REGISTRY
from domain.core.discovery import find
from service.schemas.shapes import Answer
from service.schemas.states.catan.base import CatanBoardSchema, CatanStateSchema

_ROOM: Final = "service.schemas.states.catan"


def _with(schema: type[Schema], more: Mapping[str, Any]) -> Schema:
    """Return a schema with the members that modules add, under its own name."""
    meta = type("Meta", (Answer.Meta,), {"register": False})
    whole: Schema = type(schema.__name__, (schema,), {**more, "Meta": meta, "__doc__": schema.__doc__})()
    return whole


_PARTS: Final = {module.name.replace("-", "_"): find(_ROOM, module.name, "STATE") for module in REGISTRY}
PARTS: Final[dict[str, Any]] = {member: part for member, part in _PARTS.items() if part is not None}
"""Lists the members that modules add to the state of Catan, by module."""

_ON_BOARDS: Final = [find(_ROOM, module.name, "BOARD") or {} for module in REGISTRY]
STATE: Final = _with(CatanStateSchema, PARTS)
BOARD: Final = _with(CatanBoardSchema, {member: part for parts in _ON_BOARDS for member, part in parts.items()})
