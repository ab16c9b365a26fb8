"""Plays random commands of any game, quickly."""

from random import Random
from typing import TypeVar

from domain.core.chance import SampledChance
from domain.core.decider import Position
from domain.core.ruleset import Ruleset

S = TypeVar("S", bound=Position)
K = TypeVar("K")
C = TypeVar("C")
E = TypeVar("E")


def play_at_random(ruleset: Ruleset[S, K, C, E], state: S, rng: Random, most: int) -> int:
    """Play at most `most` random commands of any game, changing the position in place; returns their number.

    All listed commands are equally likely. A template is filled in only if no command is listed.
    """
    draft = ruleset.draft(state, SampledChance(rng))
    draft.is_read = False
    random = rng.random
    for done in range(most):
        seat = ruleset.next_seat(state)
        if seat < 0:
            return done
        commands = ruleset.moves(state, seat)
        if commands:
            command = commands[int(random() * len(commands))]
        else:
            command = ruleset.actions(state, seat).templates[0].sample(rng)
        ruleset.play(draft, seat, command)
        draft.events.clear()
    return most
