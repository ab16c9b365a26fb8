"""Judging again: an act that lost a race is tried anew on the game as it then is."""

from collections.abc import Callable
from typing import Final, TypeVar

from eventstore.store import Conflict, OtherPast, Tip
from service.game.context import Context
from service.problems import busy

ATTEMPTS: Final = 8
PASTS: Final = 5
"""So often an act may turn out to be judged on a past that the log does not hold."""
ALONE: Final = 2
"""After so many lost races the agents of the game are asked to let others go first."""
A = TypeVar("A")


def judged_again(ctx: Context, game: str, act: Callable[[Tip | None], A], newest: Tip | None = None) -> A:
    """What `act` answers, tried up to 8 times while others at the game are quicker, and up to 5 times where the log
    turns out to have another past; then 503.

    It loads the game each time, so an expected version that has passed is refused at the second attempt. `newest` is
    the tip of the game as far as it is known, for the first attempt alone.
    """
    pasts = 0
    for attempt in range(ATTEMPTS):
        if attempt == ALONE:
            ctx.jobs.ask_for_way(game)
        try:
            return act(newest)
        except Conflict as conflict:
            newest = None
            pasts += isinstance(conflict, OtherPast)
        if pasts == PASTS:
            break
    raise busy()
