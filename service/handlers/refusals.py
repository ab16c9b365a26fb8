"""Reports refusals by the rules: why a command is refused, and whom the game waits for."""

from collections.abc import Iterator, Mapping
from typing import Any

from domain.core.errors import IllegalCommand, Untimely
from domain.core.ruleset import Ruleset
from service.faults import Fault
from service.problems import Problem

Place = tuple[int, int]
"""Holds the index of a command and the size of its batch."""


def refusal(rule: str, params: Mapping[str, Any], place: Place) -> Problem:
    """Return a Problem (409) for a rule that refuses a command; in a batch it names the `index`."""
    index, size = place
    return Problem("refused", rule=rule, params=dict(params), **({"index": index} if size > 1 else {}))


def refusal_of(ruleset: Ruleset, state: Any, seat: int, command: Any, illegal: IllegalCommand, place: Place) -> Problem:
    """Return the problem for a command that the rules refuse in a position, which they leave unchanged.

    It is 422 if the command names a place that the board does not have, otherwise 409. Only the first command of a
    batch says whom the game waits for, since a refused batch reveals nothing of what its commands would lead to.
    """
    beyond = list(_beyond(ruleset, state, command, place))
    if beyond:
        return Problem("invalid_body", errors=beyond)
    problem = refusal(illegal.rule, illegal.params, place)
    problem.lexicon, problem.ruleset = ruleset.lexicon(state), ruleset.name
    if isinstance(illegal, Untimely):
        problem.params |= {"command": ruleset.commands.of(command).name, "possible": []}
        if not ruleset.has_command(state, type(command)):
            problem.params["case"] = "absent"
    if place[0] == 0:
        problem.members["awaiting"] = [one._asdict() for one in ruleset.awaiting(state)]
        if isinstance(illegal, Untimely):
            problem.params["possible"] = _possible(ruleset, state, seat)
    return problem


def _possible(ruleset: Ruleset, state: Any, seat: int) -> list[str]:
    """Return the types of the commands that a seat can send."""
    actions = ruleset.actions(state, seat)
    classes = {type(command): None for command in actions} | {type(one.example): None for one in actions.templates}
    return [ruleset.commands.by_class[cls].name for cls in classes]


def _beyond(ruleset: Ruleset, state: Any, command: Any, place: Place) -> Iterator[tuple[str, Fault]]:
    """Yield the members of a command that name no place of the board, each with its fault."""
    index, size = place
    start = f"/commands/{index}/" if size > 1 else "/"
    for name, (kind, count) in ruleset.places(state).items():
        if getattr(command, name, 0) >= count:
            yield start + name, Fault("range", phrase=f"place.{kind}", minimum=0, maximum=count - 1)
