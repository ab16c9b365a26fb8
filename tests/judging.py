"""Finds out whether the rules accept a command, even one that is not listed."""

from typing import Any

from domain.core.chance import FirstChance
from domain.core.errors import IllegalCommand
from domain.core.ruleset import Ruleset

Refusal = tuple[str, dict[str, Any]]


def refusal_of(ruleset: Ruleset, state: Any, seat: int, command: Any) -> Refusal | None:
    """Return the rule that refuses a command of a seat, with its parameters, or None where the command is accepted."""
    try:
        ruleset.decide(state, seat, command, FirstChance())
    except IllegalCommand as refusal:
        return refusal.rule, refusal.params
    return None


def accepts(ruleset: Ruleset, state: Any, seat: int, command: Any) -> bool:
    """Return whether the rules accept a command of a seat."""
    return refusal_of(ruleset, state, seat, command) is None
