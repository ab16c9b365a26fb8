"""Registers the artist of each family of games, by the name of the ruleset."""

from collections.abc import Sequence
from typing import Any, Final

from domain.core.ruleset import Ruleset
from domain.families import doors
from service.pictures.artist import Artist
from service.pictures.shapes import Picture
from service.problems import not_found

ARTISTS: Final[dict[str, Artist]] = doors("service.pictures", "ARTIST")


def picture_of(ruleset: Ruleset, knowledge: Any, names: Sequence[str]) -> Picture:
    """Draw what an observer knows; raises Problem (404) if this family of games has no artist."""
    if ruleset.name not in ARTISTS:
        raise not_found()
    return ARTISTS[ruleset.name].draw(knowledge, names)


def board_of(ruleset: Ruleset, knowledge: Any) -> Picture:
    """Draw the board that an observer knows; raises Problem (404) if nothing draws boards of this family of games."""
    draw = ARTISTS[ruleset.name].board if ruleset.name in ARTISTS else None
    if draw is None:
        raise not_found()
    return draw(knowledge)


def text_of(ruleset: Ruleset, state: Any) -> str:
    """Return the public board in plain text; empty if this family of games has no artist."""
    return ARTISTS[ruleset.name].text(state) if ruleset.name in ARTISTS else ""
