"""Plays games at random, without thinking, which shows how fast the rules are."""

from random import Random

from domain.core.chance import SampledChance
from domain.core.ruleset import C, E, K, Ruleset, S


def play_at_random(ruleset: Ruleset[S, K, C, E], state: S, rng: Random, most: int) -> int:
    """Play random commands in a position of its own, to the end or for at most so many; returns how many there were.

    Every listed command is as likely as any other. A template is filled in only where nothing is listed.
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
