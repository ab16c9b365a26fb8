"""Registers the texts of the table and of every family of games, by chapter or module."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from domain.families import FAMILIES
from service.texts.files import read_texts
from service.texts.message_text import Texts

TABLE: Final = "table"
"""Names the group of events that every game has."""

TEXTS: Final[Mapping[str, Mapping[str, Texts]]] = MappingProxyType(
    {TABLE: read_texts(TABLE), **{ruleset: read_texts(place) for ruleset, place in FAMILIES.items()}}
)
