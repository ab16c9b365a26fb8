"""Registers the artist of each family of games, by the name of the ruleset."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from domain.core.ruleset import Ruleset
from service.pictures.catan.text import draw_board as island_in_text
from service.pictures.catan.whole import draw_game as draw_catan
from service.pictures.dice.text import draw_sheets as sheets_in_text
from service.pictures.dice.whole import draw_game as draw_dice
from service.pictures.elasund.text import draw_board as city_in_text
from service.pictures.elasund.whole import draw_game as draw_elasund
from service.pictures.shapes import Picture
from service.problems import not_found


@dataclass(frozen=True, slots=True)
class Artist:
    """Draws the games of one ruleset.

    `draw` makes a picture from an observer's knowledge alone and the players' names by seat, or none. `text` makes the
    public board of a position in plain text, for records and terminals.
    """

    draw: Callable[[Any, Sequence[str]], Picture]
    text: Callable[[Any], str]


ARTISTS = {
    "catan": Artist(draw_catan, island_in_text),
    "catan-dice": Artist(draw_dice, sheets_in_text),
    "elasund": Artist(draw_elasund, city_in_text),
}


def picture_of(ruleset: Ruleset, knowledge: Any, names: Sequence[str]) -> Picture:
    """Draw what an observer knows; raises Problem (404) if this family of games has no artist."""
    if ruleset.name not in ARTISTS:
        raise not_found()
    return ARTISTS[ruleset.name].draw(knowledge, names)


def text_of(ruleset: Ruleset, state: Any) -> str:
    """Return the public board in plain text; empty if this family of games has no artist."""
    return ARTISTS[ruleset.name].text(state) if ruleset.name in ARTISTS else ""
