"""Refusals by the rules: what stands in the way of a command, and whom the game waits for instead."""

from collections.abc import Iterator, Mapping
from typing import Any

from domain.core.errors import IllegalCommand
from domain.core.ruleset import Ruleset
from service.faults import Fault
from service.problems import Problem

Place = tuple[int, int]
"""Which command of how many."""


def refusal(rule: str, params: Mapping[str, Any], place: Place) -> Problem:
    """409: a rule says no to a command; of several it is named by its `index`."""
    index, size = place
    return Problem("refused", rule=rule, params=dict(params), **({"index": index} if size > 1 else {}))


def refusal_of(ruleset: Ruleset, state: Any, command: Any, illegal: IllegalCommand, place: Place) -> Problem:
    """What to answer to a command that the rules refuse in a position, which they leave as it was.

    422 where it names a place that the board does not have. Else 409; only the first of several tells whom the game
    waits for, since a refused batch tells nothing of what its commands would lead to.
    """
    beyond = list(_beyond(ruleset, state, command, place))
    if beyond:
        return Problem("invalid_body", errors=beyond)
    problem = refusal(illegal.rule, illegal.params, place)
    problem.lexicon = ruleset.lexicon(state)
    if place[0] == 0:
        problem.ruleset = ruleset.name
        problem.members["awaiting"] = [one._asdict() for one in ruleset.awaiting(state)]
    return problem


def _beyond(ruleset: Ruleset, state: Any, command: Any, place: Place) -> Iterator[tuple[str, Fault]]:
    """The members of a command that name no place of the board, each with what is wrong."""
    index, size = place
    start = f"/commands/{index}/" if size > 1 else "/"
    for name, (kind, count) in ruleset.places(state).items():
        if getattr(command, name, 0) >= count:
            yield start + name, Fault("range", phrase=f"place.{kind}", minimum=0, maximum=count - 1)
