"""Says what each rule means when it refuses a command: what has to be true of the position, the seat and the command.

Every table maps the id of a rule to a test of an Asked. A rule that refuses what is sent at a wrong time stands in it
only where its text says more than that.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from domain.core.errors import IllegalCommand, Untimely
from domain.core.ruleset import Ruleset


class Asked(NamedTuple):
    """Holds a refused command, with the position and the seat, and what the refusal says."""

    state: Any
    seat: int
    command: Any
    params: Mapping[str, Any]

    @property
    def frame(self) -> int:
        """Return the kind of the open frame."""
        return int(self.state.agenda[-1].kind)

    @property
    def name(self) -> str:
        """Return the name of the command's class."""
        return type(self.command).__name__

    @property
    def is_awaited(self) -> bool:
        """Return whether the open frame waits for the seat."""
        return bool(self.state.agenda[-1].seats >> self.seat & 1)

    @property
    def is_active(self) -> bool:
        """Return whether the seat is on turn."""
        return bool(self.state.active == self.seat)


Means = dict[str, Callable[[Asked], bool]]


def wrong_reasons(ruleset: Ruleset, means: Means, asked: Asked, refusal: IllegalCommand) -> Iterator[str]:
    """Yield what is wrong with the reason of a refusal."""
    said = f"{type(asked.command).__name__} of seat {asked.seat}: {refusal.rule}"
    if isinstance(refusal, Untimely):
        actions = ruleset.actions(asked.state, asked.seat)
        possible = {type(one) for one in actions} | {type(one.example) for one in actions.templates}
        if type(asked.command) in possible:
            yield f"{said} refuses the time, though such a command is listed"
    elif refusal.rule not in means:
        yield f"{said} has no meaning"
    if refusal.rule in means and not means[refusal.rule](asked):
        yield f"{said} is not the reason: {asked.command}, {refusal.params}"
