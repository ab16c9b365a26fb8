"""The functions that the queue names. Arguments and answers are JSON; a job may run twice or be lost."""

import contextlib
import logging
from functools import lru_cache

from redis.exceptions import LockError

from service.context import Context, build
from service.settings import read_settings
from workers.playing import Playing

log = logging.getLogger(__name__)


@lru_cache
def context() -> Context:
    """The stores and rules of this process, opened at the first job."""
    return build(read_settings())


def play_ai(game: str, version: int) -> None:
    """Move the AI seats of a game; `version` is the one that asked for it, the newest is what counts."""
    jobs = context().jobs
    lock = jobs.ai.hold(game)
    if lock is None:
        return  # the job that holds the game will see that it was woken
    try:
        settled = Playing(context(), game, lock).run()
        jobs.ai.recovered(game)
    except LockError:
        return  # too slow: another job has the game
    except Exception:
        log.exception("the AI job of game %s failed", game)
        jobs.ai.defer(game, jobs.ai.failed(game))
        return
    finally:
        with contextlib.suppress(LockError):
            lock.release()
    if settled is None or jobs.ai.woken(game) > settled:
        jobs.play_ai(game, version)
