"""Says what is wrong with a request to an environment, where, and what to do instead."""

from collections.abc import Iterable
from typing import Final

ILLEGAL: Final = ("raise", "end")
"""What a step outside the mask does: raise IllegalAction, or end the game with the reward -1."""


class BadEnvironment(ValueError):
    """Refuses to make an environment: its ruleset, agent, configuration or command is unknown or does not fit."""


class IllegalAction(ValueError):
    """Refuses a step: the action is outside the action mask, and nothing has changed."""


def refuse_unknown(kind: str, name: str, known: Iterable[str]) -> BadEnvironment:
    """Return the refusal of a name that there is not."""
    return BadEnvironment(f"no {kind} is called {name!r}: use one of {', '.join(sorted(known))}")


def check_illegal(illegal: str) -> str:
    """Return what a step outside the mask does; raises BadEnvironment if it is neither of both."""
    if illegal not in ILLEGAL:
        raise refuse_unknown("way with illegal actions", illegal, ILLEGAL)
    return illegal
