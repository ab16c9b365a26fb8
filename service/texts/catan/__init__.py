"""Holds the texts of Catan: one file per chapter of the base game, one per module. They are found by looking."""

from collections.abc import Mapping
from typing import Final

from domain.core.parts import find_all
from service.texts.message_text import Texts, in_order

TEXTS: Final[Mapping[str, Texts]] = in_order(find_all("service.texts.catan", "TEXTS"))
