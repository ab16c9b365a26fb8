"""Says what draws the games of one ruleset."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from service.pictures.shapes import Picture


@dataclass(frozen=True, slots=True)
class Artist:
    """Draws the games of one ruleset.

    `draw` makes a picture from an observer's knowledge alone and the players' names by seat, or none. `text` makes the
    public board of a position in plain text, for records and terminals. `board` draws the board alone.
    """

    draw: Callable[[Any, Sequence[str]], Picture]
    text: Callable[[Any], str]
    board: Callable[[Any], Picture] | None = None
