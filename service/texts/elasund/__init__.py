"""Holds the texts of Elasund, one file per chapter."""

from collections.abc import Mapping
from typing import Final

from service.texts.elasund import building, cards, church, permits, pirate, scoring, turns
from service.texts.message_text import Texts

TEXTS: Final[Mapping[str, Texts]] = {
    "turns": turns.TEXTS,
    "cards": cards.TEXTS,
    "pirate": pirate.TEXTS,
    "building": building.TEXTS,
    "church": church.TEXTS,
    "permits": permits.TEXTS,
    "scoring": scoring.TEXTS,
}
