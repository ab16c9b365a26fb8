"""Holds the texts of Elasund, one file per chapter. They are found by looking."""

from collections.abc import Mapping
from typing import Final

from domain.core.parts import find_all
from service.texts.message_text import Texts, in_order

TEXTS: Final[Mapping[str, Texts]] = in_order(find_all("service.texts.elasund", "TEXTS"))
