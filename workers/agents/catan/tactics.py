"""What the agent knows of a module is one value, of which every member may be left out."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Any, Generic, TypeVar

from workers.agents.catan.actions_by_kind import Listed
from workers.agents.catan.goal import Goal, Prospect

S = TypeVar("S")
"""The situation of a seat; it holds the tactics of its game, so that they cannot name it here."""

Answer = Callable[[S, Sequence[Any]], Any]
Step = Callable[[S, Sequence[Prospect], Listed], Any | None]


class Moment(Enum):
    """Says when a module's commands are weighed in a turn. Before the roll there are no plans yet."""

    BEFORE_ROLL = auto()
    BEFORE_PLAN = auto()
    AFTER_PLAN = auto()
    BEFORE_END = auto()


@dataclass(frozen=True, slots=True)
class Tactics(Generic[S]):
    """Holds what the agent knows of a module.

    `owed` answers what the module obliges a seat to, by the class of a listed command: it is given all that are listed.
    `steps` are what is worth doing of one's own accord, by moment; None for nothing. `goals` are further things to work
    towards, and `lift` says what a goal of the base game brings besides. `mercy` says of a tile what it brings not to
    rob there, measured as the robber's harm is. Where several modules have something to say at one moment, the one of
    the highest `rank` is followed.
    """

    owed: Mapping[type[Any], Answer[S]] = field(default_factory=dict)
    steps: Mapping[Moment, Step[S]] = field(default_factory=dict)
    goals: Callable[[S], Iterable[Goal]] | None = None
    lift: Callable[[S, Goal], Goal] | None = None
    mercy: Callable[[S, int], float] | None = None
    rank: int = 0


def first_step(
    known: Iterable[Tactics[S]], moment: Moment, now: S, plans: Sequence[Prospect], listed: Listed
) -> Any | None:
    """Ask the modules in turn and return the first command that is worth doing at a moment."""
    for tactics in known:
        step = tactics.steps.get(moment)
        command = None if step is None else step(now, plans, listed)
        if command is not None:
            return command
    return None
