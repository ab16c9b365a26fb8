"""Says what is wrong with a request to an environment, where, and what to do instead."""

from collections.abc import Iterable


class BadEnvironment(ValueError):
    """Refuses to make an environment: its ruleset, agent, configuration or command is unknown or does not fit."""


class IllegalAction(ValueError):
    """Refuses a step: the action is outside the action mask, and nothing has changed."""


def unknown(kind: str, name: str, known: Iterable[str]) -> BadEnvironment:
    """Return the refusal of a name that there is not."""
    return BadEnvironment(f"no {kind} is called {name!r}: use one of {', '.join(sorted(known))}")
