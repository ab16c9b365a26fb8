"""Reads what is true of a game at a version, as plain JSON, from the folds by explicit functions, never from a view."""

from collections.abc import Callable
from typing import Any, Final

from domain.core.discovery import find
from domain.core.ruleset import Ruleset
from domain.families import FAMILIES
from service.game.games import Game
from tests.golden.facts import table

POSITIONS: Final[dict[str, Callable[[Any], dict[str, Any]]]] = {
    ruleset: find("tests.golden.facts", package, "facts") for ruleset, package in FAMILIES.items()
}
BOARDS: Final[dict[str, Callable[[Any], dict[str, Any]] | None]] = {
    ruleset: find("tests.golden.facts", package, "board") for ruleset, package in FAMILIES.items()
}
"""Reads a family's board, where it differs from game to game."""


def facts_of(game: Game) -> dict[str, Any]:
    """Return the facts of a game at its version: its parent version, the table, the position, and what seats may do."""
    told = {
        "version": game.version,
        "parent": game.line.parent(game.version),
        "table": table.facts(game.table),
        "awaited": [list(entry) for entry in game.awaiting()],
    }
    if game.position is not None:
        told["position"] = POSITIONS[game.ruleset.name](game.position)
        told["listed"] = listed(game.ruleset, game.position)
    return told


def listed(ruleset: Ruleset, position: Any) -> list[list[Any]]:
    """Return which seats owe or may do something, and how many commands and templates are listed for each."""
    found = []
    for seat, frame, must in ruleset.awaiting(position):
        actions = ruleset.actions(position, seat)
        found.append([seat, frame, must, len(actions), len(actions.templates)])
    return found


def setting_of(game: Game) -> dict[str, Any]:
    """Return what holds all through a game: what it is played with, and the board."""
    opened = game.table.opened
    told = {
        "ruleset": game.ruleset.name,
        "map": opened.map,
        "modules": list(opened.modules),
        "options": opened.options,
        "undo": opened.undo,
        "private": opened.private,
        "unfair": opened.unfair,
        "parent": opened.parent,
        "clock": opened.clock,
        "spectator_delay": opened.spectator_delay,
        "rematch_of": opened.rematch_of,
        "analyses": opened.analyses,
    }
    read_board = BOARDS[game.ruleset.name]
    if game.position is not None and read_board is not None:
        told["board"] = read_board(game.position)
    return told
