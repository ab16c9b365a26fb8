"""Arranges a position by given events, and checks that a game can go on from there.

Events only assign, so any number of them is possible in any order. The resulting position is settled and checked by the
ruleset; then it is tried out: rendered for every seat, sampled from a seat's knowledge, and played on for a while.
"""

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from domain.core.chance import FirstChance
from domain.core.errors import Unsound
from domain.core.playout import play_at_random
from domain.core.ruleset import Ruleset
from eventstore.budget import TooLong, check, each
from service.problems import Problem, invalid

GIVEN: Final = "given"
TRIALS: Final = 4
COMMANDS: Final = 60
"""Limits the commands that are played in each trial."""


def arrange(ruleset: Ruleset, position: Any, given: Sequence[Any]) -> list[Any]:
    """Apply events to a position in place; return them with the events that follow from them. Raises Problem (422)."""
    for index, event in each("given events", enumerate(given)):
        try:
            ruleset.evolve(position, event)
        except Exception as error:  # events that did not come from a command can fail in any way
            raise invalid(f"{GIVEN}.{index}", "given_fails") from error
    draft = ruleset.draft(position, FirstChance())
    try:
        ruleset.settle(draft)
        ruleset.check(draft.state)
        _try_out(ruleset, draft.state)
    except (Problem, TooLong):
        raise
    except Unsound as broken:
        raise invalid(GIVEN, f"unsound.{broken.key}", **broken.params) from None
    except Exception as error:  # reading such a position can also fail in any way
        raise invalid(GIVEN, "given_ends") from error
    return [*given, *draft.events]


def _try_out(ruleset: Ruleset, position: Any) -> None:
    """Raise Problem if no seat has to act; any exception of the rules means that they cannot continue the position."""
    if ruleset.result(position) is not None or ruleset.next_seat(position) < 0:
        raise invalid(GIVEN, "given_over")
    packed = ruleset.pack(position)
    rng = Random(packed)
    for seat in (None, *range(len(ruleset.points(position)))):
        knowledge = ruleset.observe(position, seat)
        ruleset.render(knowledge)
        ruleset.check(ruleset.determinize(knowledge, rng))
    for _ in range(TRIALS):
        check("given trials")
        world = ruleset.unpack(packed)
        play_at_random(ruleset, world, rng, COMMANDS)
        ruleset.check(world)
