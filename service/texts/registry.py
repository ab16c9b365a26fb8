"""Registers the texts of the table and of every family of games, by chapter or module."""

from collections.abc import Mapping
from typing import Final

from domain.families import doors
from service.texts import table
from service.texts.message_text import Texts

TABLE: Final = "table"
"""Names the group of events that every game has."""

TEXTS: Final[Mapping[str, Mapping[str, Texts]]] = {
    TABLE: {"table": table.TEXTS},
    **doors("service.texts", "TEXTS"),
}
