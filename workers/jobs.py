"""The functions that the queue names. Arguments and answers are JSON; a job may run twice or be lost."""

import contextlib
import logging
import time
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from redis.exceptions import LockError
from rq import get_current_job

from service.ai_jobs import LAST_QUEUE
from service.context import Context, build
from service.holdings import share_of_game
from service.jobs import report_progress
from service.problems import Problem, not_found
from service.replaying import replay as replay_game
from service.seats import Caller
from service.settings import read_settings
from service.undoing import move_head
from service.webhooks.delivering import attempt
from workers.playing import Playing

log = logging.getLogger(__name__)


@lru_cache
def context() -> Context:
    """The stores and rules of this process, opened at the first job."""
    return build(read_settings())


def play_ai(game: str, version: int) -> None:
    """Move the AI seats of a game; `version` is the one that asked for it, the newest is what counts.

    The games of a client that has used more than its share wait until nobody else's do.
    """
    jobs = context().jobs
    client, began = share_of_game(context(), game), time.monotonic()
    if not _is_last() and jobs.shares.is_over(client):
        jobs.ai.give_way(game, version)
        return
    lock = jobs.ai.hold(game)
    if lock is None:
        return  # the job that holds the game will see that it was woken
    try:
        settled = Playing(context(), game, lock).run()
        jobs.ai.recovered(game)
    except LockError:
        return  # too slow: another job has the game
    except Exception as error:
        if isinstance(error, Problem) and error.slug == "not_found":
            return  # the game was deleted; nobody owes anything there
        log.exception("the AI job of game %s failed", game)
        jobs.ai.defer(game, jobs.ai.failed(game))
        return
    finally:
        jobs.shares.charge(client, time.monotonic() - began)
        with contextlib.suppress(LockError):
            lock.release()
    if settled is None or jobs.ai.woken(game) > settled:
        jobs.ai.wake(game, version, is_continued=settled is None)


def _is_last() -> bool:
    """Whether the running job is of the queue that is served last."""
    job = get_current_job()
    return job is not None and job.origin == LAST_QUEUE


def undo(game: str, to: int, expected: int, by: int | None) -> dict[str, Any]:
    """Move the head of a game; a problem 412 when the log has grown beyond `expected`."""
    return _answer(lambda: move_head(context(), game, to, expected, by))


def replay(game: str, seat: int | None, is_owner: bool, options: dict[str, Any]) -> dict[str, Any]:
    """Rebuild a game from its log, prove it, and write the record that a caller may have."""
    caller = Caller(game, seat, is_owner)
    return _answer(lambda: replay_game(context(), game, caller, options, report_progress))


def deliver(hook_id: str, n: int) -> dict[str, Any]:
    """Try a webhook's delivery once more, whatever became of it before."""
    return _answer(lambda: _delivered(hook_id, n))


def _delivered(hook_id: str, n: int) -> dict[str, Any]:
    delivery = attempt(context(), hook_id, n, again=True)
    if delivery is None:
        raise not_found()
    return delivery.document


def _answer(act: Callable[[], Any]) -> dict[str, Any]:
    """What the document of the job will hold: the result, or the problem that stood in the way."""
    try:
        return {"result": act()}
    except Problem as problem:
        known = {"slug": problem.slug, "status": problem.status, "rule": problem.rule, "params": problem.params}
        return {"problem": {**problem.members, **known}}
