"""Distinguishes sandbox games from others by their ids alone, wherever an id appears."""

from typing import Final

PREFIX: Final = "sbx_"


def is_sandbox(game_id: str) -> bool:
    """Return whether a game was made as a sandbox."""
    return game_id.startswith(PREFIX)


def prefix_of(is_made_as_sandbox: bool) -> str:
    """Return how the id of a new game begins."""
    return PREFIX if is_made_as_sandbox else ""
