"""Imported games are told from others by their ids alone, at every version and wherever an id stands."""

from typing import Final

from service.problems import refused

PREFIX: Final = "imported-"


def is_imported(game_id: str) -> bool:
    """Whether a game came as a record."""
    return game_id.startswith(PREFIX)


def refuse_imported(game_id: str) -> None:
    """409 for what is not done with an imported game."""
    if is_imported(game_id):
        raise refused("record.imported")
