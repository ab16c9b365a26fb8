"""Holds an agent of an installed package to its limits, wherever it plays: in games, arenas, analyses and advice.

Where it fails, takes too long, or returns what is not legal, the uniform agent decides in its place.
"""

import logging
import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from random import Random
from types import FrameType
from typing import Any, Final

from domain.core.actions import Actions
from domain.core.config import Config
from domain.core.ruleset import Ruleset
from workers.agents.agent import Agent
from workers.agents.lookup import LookupTable
from workers.agents.uniform import Uniform

GRACE_S: Final = 1.0
"""Sets for how many seconds beyond its budget an agent may think, so that a busy machine seldom stops one."""

log = logging.getLogger(__name__)


class TimeUp(Exception):
    """The agent has thought for too long."""


class Limited(Agent):
    """Plays as an agent of a package does, within `seconds` for a decision and a second of grace."""

    def __init__(self, name: str, agent: Agent, seconds: float) -> None:
        self.name = name
        self.agent = agent
        self.seconds = seconds
        self.believes = bool(agent.believes)
        self.uniform = Uniform()

    def choose(self, ruleset: Ruleset, knowledge: Any, actions: Actions, budget: float, rng: Random) -> Any | None:
        """Return the agent's command if it is legal and comes in time, else one of the uniform agent."""
        state = rng.getstate()
        seconds = min(budget, self.seconds)
        try:
            with _limit_time(seconds + GRACE_S):
                command = self.agent.choose(ruleset, knowledge, actions, seconds, rng)
            if _is_allowed(command, actions):
                return command
            log.warning("agent %s returned %r, which is not legal", self.name, command)
        except TimeUp:
            self.stopped += 1
            log.warning("agent %s thought for more than %g s", self.name, seconds + GRACE_S)
        except (Exception, SystemExit) as error:  # it may fail in any way, and the game must go on
            log.warning("agent %s failed: %r", self.name, error)
        rng.setstate(state)
        return self.uniform.choose(ruleset, knowledge, actions, budget, rng)

    def tables(self, config: Config | None = None) -> Sequence[LookupTable]:
        """Return no tables: a package brings what its agent looks up."""
        return ()


def _is_allowed(command: Any, actions: Actions) -> bool:
    return not actions.must_act if command is None else command in actions


def load_within_limits(name: str, make: Callable[[], Agent], seconds: float) -> Limited:
    """Return an agent of a package within its limits; one that cannot be made plays as the uniform agent does."""
    try:
        agent = make()
        if not isinstance(agent, Agent):
            raise TypeError("its class is not derived from workers.agents.Agent")
    except (Exception, SystemExit) as error:  # the code of a package may fail in any way
        log.warning("agent %s cannot be loaded: %r", name, error)
        agent = Uniform()
    return Limited(name, agent, seconds)


@contextmanager
def _limit_time(seconds: float) -> Iterator[None]:
    """Raise TimeUp in the block after some seconds of wall time; only the main thread of a process can be stopped.

    An alarm that was set before goes off in its time, or right after the block.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    began = time.monotonic()
    handler = signal.signal(signal.SIGALRM, _raise_time_up)
    before, _ = signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, handler)
        if before:
            signal.setitimer(signal.ITIMER_REAL, max(0.001, before - (time.monotonic() - began)))


def _raise_time_up(_signal: int, _frame: FrameType | None) -> None:
    raise TimeUp
