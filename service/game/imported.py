"""Distinguishes imported games from others by their ids alone, at every version and wherever an id appears."""

from typing import Final

from service.problems import refusal

PREFIX: Final = "imported-"


def is_imported(game_id: str) -> bool:
    """Return whether a game was imported from a record."""
    return game_id.startswith(PREFIX)


def refuse_imported(game_id: str) -> None:
    """Raise Problem (409) for an operation that imported games do not allow."""
    if is_imported(game_id):
        raise refusal("record.imported")
