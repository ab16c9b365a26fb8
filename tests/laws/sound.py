"""Checks the laws of a ruleset as tests do: with an AssertionError."""

from typing import Any

from domain.core.errors import Unsound
from domain.core.ruleset import Ruleset


def check(ruleset: Ruleset, state: Any) -> None:
    """Raise AssertionError for a position that no game could have."""
    try:
        ruleset.check(state)
    except Unsound as broken:
        raise AssertionError(f"{broken.key}: {broken.params}") from broken
