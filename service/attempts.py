"""Judging again: an act that lost a race is tried anew on the game as it then is."""

from collections.abc import Callable
from typing import Final, TypeVar

from eventstore.store import Conflict
from service.problems import busy

ATTEMPTS: Final = 8
A = TypeVar("A")


def judged_again(act: Callable[[], A]) -> A:
    """What `act` answers, tried up to 8 times while others are quicker; then 503.

    It loads the game each time, so an expected version that has passed is refused at the second attempt.
    """
    for _ in range(ATTEMPTS):
        try:
            return act()
        except Conflict:
            continue
    raise busy()
