"""Lets a process die at a given moment of its work, for tests of what a crash leaves behind."""

import os
import signal
from itertools import count
from typing import Any


def die_at(holder: Any, step: str, when: str, number: int = 1) -> None:
    """Let this process kill itself (SIGKILL) `before` or `after` a call of a method of the holder.

    `step` is the name of the method, and `number` says which of its calls that is.
    """
    usual, calls = getattr(holder, step), count(1)

    def dying(*arguments: Any, **named: Any) -> Any:
        is_last = next(calls) == number
        done = None if is_last and when == "before" else usual(*arguments, **named)
        if is_last:
            os.kill(os.getpid(), signal.SIGKILL)
        return done

    setattr(holder, step, dying)
