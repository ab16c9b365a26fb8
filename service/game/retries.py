"""Retries an act after a lost race (optimistic concurrency), judged again on the game as it is by then."""

from collections.abc import Callable
from typing import Final, TypeVar

from eventstore.store import Conflict, OtherPast, Tip
from service.game.context import Context
from service.problems import busy

ATTEMPTS: Final = 8
PASTS: Final = 5
"""Limits how often an act may be judged on a history that the log does not hold."""
ALONE: Final = 2
"""Sets after how many lost races the game's agents are requested to pause."""
A = TypeVar("A")


def judged_again(ctx: Context, game: str, act: Callable[[Tip | None], A], newest: Tip | None = None) -> A:
    """Return what `act` returns, retried up to 8 times on conflicts and up to 5 times on another history; then 503.

    Each attempt loads the game, so an outdated expected version is refused at the second one. `newest` is the tip of
    the game as far as it is known, used for the first attempt; the next ones use what the conflict reports.
    """
    pasts = 0
    for attempt in range(ATTEMPTS):
        if attempt == ALONE:
            ctx.jobs.ask_for_way(game)
        try:
            return act(newest)
        except Conflict as conflict:
            newest = conflict.newest
            pasts += isinstance(conflict, OtherPast)
        if pasts == PASTS:
            break
    raise busy()
