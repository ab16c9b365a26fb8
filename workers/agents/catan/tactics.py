"""Defines tactics: how the agent plays a module, as one value whose members are all optional."""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Any, Generic, NamedTuple, TypeVar

from workers.agents.catan.actions_by_kind import Listed
from workers.agents.catan.goal import Goal, Prospect

S = TypeVar("S")
"""The situation of a seat; untyped here, since that class itself refers to tactics."""

Answer = Callable[[S, Sequence[Any]], Any]
Step = Callable[[S, Sequence[Prospect], Listed], Any | None]


class Moment(Enum):
    """Names the moments in a turn when a module's commands are considered. Before the roll there are no plans yet."""

    BEFORE_ROLL = auto()
    BEFORE_PLAN = auto()
    AFTER_PLAN = auto()
    BEFORE_END = auto()


class Help(NamedTuple):
    """Holds what a module may bring within a turn, towards a win: at least what it can bring, never less.

    `cards` are free cards of any kind, `roads` free roads, `lifted` those of them that need no piece from the supply.
    `points` come at once, or with at least `builds` more buildings; `rate` is the bank's best rate for each kind, once
    at least `paves` roads are laid.
    """

    cards: int = 0
    roads: int = 0
    points: int = 0
    builds: int = 0
    rate: int = 4
    lifted: int = 0
    paves: int = 0


class Figures(NamedTuple):
    """Describes what a module adds to the value of a position: names, and their numbers for each seat of a position.

    The numbers are of the order of one; what each adds to a seat's score is fitted (`workers.lab.training.modules`).
    """

    names: Sequence[str]
    of: Callable[[Any], Sequence[Sequence[float]]]


@dataclass(frozen=True, slots=True)
class Tactics(Generic[S]):
    """Holds how the agent plays a module.

    `owed` maps the class of a listed command to a function that answers an obligation of the module, given all listed
    ones. `steps` are functions by moment that return a voluntary command, or None. `goals` returns further goals;
    `lift` returns a goal of the base game with what the module adds to its gain; `goals_by` says for a view what both
    depend on besides pieces, points and cards, so that goals can be remembered. `mercy` returns the value of not
    robbing on a tile, in the unit of the robber's harm. `helps` returns what the module may bring a seat in the rest of
    its turn, as alternatives, at a position in which nothing is hidden; `later` are commands of which nothing comes in
    the same turn. `figures` are what the module adds to the value of a position. If several modules return a command at
    one moment, the one with the highest `rank` wins.
    """

    owed: Mapping[type[Any], Answer[S]] = field(default_factory=dict)
    steps: Mapping[Moment, Step[S]] = field(default_factory=dict)
    goals: Callable[[S], Iterable[Goal]] | None = None
    lift: Callable[[S, Goal], Goal] | None = None
    goals_by: Callable[[Any], Hashable] | None = None
    mercy: Callable[[S, int], float] | None = None
    helps: Callable[[Any, int], Sequence[Help]] | None = None
    later: tuple[type[Any], ...] = ()
    figures: Figures | None = None
    rank: int = 0


def first_step(
    known: Iterable[Tactics[S]], moment: Moment, now: S, plans: Sequence[Prospect], listed: Listed
) -> Any | None:
    """Return the first command that the steps of the modules return at a moment."""
    for tactics in known:
        step = tactics.steps.get(moment)
        command = None if step is None else step(now, plans, listed)
        if command is not None:
            return command
    return None
