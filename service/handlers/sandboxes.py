"""Arranges the position of a sandbox game by given events, and lets its owner choose what the next draws bring.

Events only assign, so any number of them is possible in any order. The resulting position is settled and checked by the
ruleset; then it is tried out: rendered for every seat, sampled from a seat's knowledge, and played on for a while. The
choice is for the n-th draw of a stream, so that an undo repeats it like a draw from the seed. An outcome that is
impossible at the draw, such as a card of which none is left, is replaced by a draw from the seed.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from random import Random
from typing import Any, Final

import orjson

from domain.core.chance import Choice, FirstChance
from domain.core.errors import Unsound
from domain.core.random_play import play_at_random
from domain.core.ruleset import Ruleset
from eventstore.budget import TooLong, check, each
from service.clients.authentication import Caller, require_owner
from service.faults import offer_names
from service.game.context import Context
from service.game.games import Act, Game
from service.game.idempotency import Key
from service.game.results import Submitted
from service.handlers.accept import Accepted, Request, accept, answer_submitted, require_running
from service.problems import Problem, invalid, refusal
from service.table.events import DrawsChosen, draws_chosen

DRAWS: Final = "draws"
MOST_LISTED: Final = 40
"""Limits how many outcomes a refusal lists."""

Draws = Sequence[Mapping[str, Any]]
"""Holds the wished draws in order, each with `stream` and `outcome`."""
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


def choose_draws(ctx: Context, caller: Caller, draws: Draws, key: Key | None = None) -> Submitted:
    """Choose the next draws of some streams; what was chosen before and not yet drawn is dropped.

    Raises Problem: 403 for all but the owner, 409 unless the game is a running sandbox, 422 for impossible draws.
    """
    require_owner(caller)
    return accept(ctx, Request(caller.game, Submitted, key), _choose, draws=draws)


def _choose(ctx: Context, game: Game, draws: Draws) -> Accepted[Submitted]:
    if not game.table.opened.sandbox:
        raise refusal("sandbox.only")
    require_running(game)
    event = draws_event(game.ruleset, game.position, draws)
    return answer_submitted(ctx, game, [Act(None, [event], ctx.clock(), game.play)], None)


def draws_event(ruleset: Ruleset, position: Any, draws: Draws) -> DrawsChosen:
    """Return the event that chooses the next draws from a position; raises Problem (422) with the place."""
    following: Counter[str] = Counter()
    choices = []
    for index, draw in enumerate(draws):
        stream = draw["stream"]
        n = _count_drawn(ruleset, position, stream, index) + following[stream]
        choices.append(Choice(stream, n, *_outcome(ruleset, stream, draw["outcome"], index)))
        following[stream] += 1
    return draws_chosen(choices)


def _count_drawn(ruleset: Ruleset, position: Any, stream: str, index: int) -> int:
    """Return how many draws of a stream were made; raises Problem if the game has no such stream."""
    counts = dict(zip(ruleset.streams, position.draws, strict=False))
    known = [name for name in counts if name in ruleset.outcomes]
    if stream not in known:
        raise invalid(f"{DRAWS}.{index}.stream", "choice", **offer_names(stream, known))
    return int(counts[stream])


def _outcome(ruleset: Ruleset, stream: str, wanted: Any, index: int) -> tuple[int, int]:
    """Return the number of outcomes that the wanted one is drawn among, and its index; raises Problem."""
    known = _outcomes(ruleset, stream)
    found = known.get(_write(wanted))
    if found is not None:
        return found
    place, written = f"{DRAWS}.{index}.outcome", [outcome.decode().strip('"') for outcome in known]
    if len(written) > MOST_LISTED:
        raise invalid(place, "outcome", example=written[-1])
    raise invalid(place, "choice", allowed=written)


@cache
def _outcomes(ruleset: Ruleset, stream: str) -> dict[bytes, tuple[int, int]]:
    """Return all outcomes of a stream in written form, each with the number of outcomes to draw among and its index."""
    rows = ruleset.outcomes[stream]
    return {_write(outcome): (len(row), at) for row in rows for at, outcome in enumerate(row)}


def _write(outcome: Any) -> bytes:
    """Write an outcome in a normal form for comparison, without counts of zero."""
    if isinstance(outcome, dict):
        outcome = {name: count for name, count in outcome.items() if count != 0}
    return orjson.dumps(outcome, option=orjson.OPT_SORT_KEYS)
