"""Plays games of the cases at random by an environment's own list of actions."""

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

import numpy as np

from domain.core.chance import SeededChance
from tests.laws.cases import Case
from workers.agents.search.match import open_position
from workers.lab.environments import making
from workers.lab.environments.description import Choices, Description
from workers.lab.environments.table import Look


class Moment(NamedTuple):
    """Holds a position, the seat that must act there, what it sees, and what it may do."""

    state: Any
    seat: int
    look: Look
    choices: Choices


def described(case: Case) -> Description:
    """Return the description of a case."""
    options = dict(case.options)
    return making.describe(case.ruleset, case.ruleset.configure(case.seats, case.map, case.modules, options))


def seen(case: Case, state: Any, seat: int) -> Look:
    """Return what a seat sees at a position."""
    return Look(case.ruleset.render(case.ruleset.observe(state, seat)), case.ruleset.actions(state, seat))


def moments(case: Case, seed: int, most: int) -> Iterator[Moment]:
    """Yield the moments of a random game in which every class of command is as likely as any other."""
    ruleset, description, rng = case.ruleset, described(case), Random(seed)
    state = open_position(ruleset, description.config, SeededChance(str(seed).encode()))
    draft = ruleset.draft(state, SeededChance(str(seed).encode()))
    for _ in range(most):
        seat = ruleset.next_seat(state)
        if seat < 0:
            return
        look = seen(case, state, seat)
        choices = description.actions.choices(look.state, look.actions)
        yield Moment(state, seat, look, choices)
        ruleset.play(draft, seat, choices[drawn(description, choices, rng)])
        draft.events.clear()


def drawn(description: Description, choices: Choices, rng: Random) -> int:
    """Return an action, every class of command as likely as any other."""
    kinds: dict[str, list[int]] = {}
    for action in choices:
        kinds.setdefault(description.actions.names[action].partition(" ")[0], []).append(action)
    return rng.choice(kinds[rng.choice(sorted(kinds))])


def any_action(mask: Any, rng: Random) -> int:
    """Return a random action that the mask allows."""
    return int(rng.choice(np.flatnonzero(mask).tolist()))
