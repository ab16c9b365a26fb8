"""Moves the AI seats of a game, one job for each game that waits for some."""

import contextlib
import logging
import time
from typing import Final

from redis.exceptions import LockError

from eventstore.outages import OUTAGES
from service.clients.budgets import charge_work
from service.clients.ownership import share_of_game
from service.game.context import Context
from service.game.quarantine import Quarantined
from service.handlers.budgets import play_cheaply
from service.problems import Problem
from service.queue.ai_jobs import AI_QUEUES, LAST_QUEUE, OVER_QUEUE
from service.queue.jobs import Jobs
from workers.playing import Playing
from workers.serving.running_job import PAUSE_S, queue_of_job, waiting_since

PLAYING: Final = "playAgents"
"""Names in the usage of a client what agents used in games that it made."""

log = logging.getLogger(__name__)


def move_agents(ctx: Context, game: str, version: int) -> None:
    """Move the AI seats of a game; `version` is the one that requested it, the newest is what counts.

    A game whose job came before its turn (`WorkerShares.queue_for`) goes to the end of the queue in which it belongs.
    """
    jobs = ctx.jobs.of(game)
    client, began = share_of_game(ctx, game), time.process_time()
    acted = jobs.ai.last_act_s(game)
    is_awaited = jobs.shares.is_awaited(client, game, acted)
    queue = jobs.shares.queue_for(client, is_awaited=is_awaited)
    if queue_of_job() in AI_QUEUES and AI_QUEUES.index(queue) > AI_QUEUES.index(queue_of_job()):
        _give_way(jobs, client, game, version, queue, acted)
        return
    lock = jobs.ai.hold(game)
    if lock is None:
        return  # the job that holds the game will see that it was woken
    playing = Playing(ctx, game, lock)
    try:
        play_cheaply(ctx, game, client)
        settled = playing.run()
    except LockError:
        return  # too slow: another job has the game
    except Quarantined:
        return  # this process cannot read the game; the sweep looks after it
    except OUTAGES as error:
        log.warning("the agents of game %s wait for the store: %s", game, error)
        jobs.ai.defer(game, PAUSE_S)
        return
    except Exception as error:  # whatever fails is tried again later; RQ would give the job up
        if isinstance(error, Problem) and error.slug == "not_found":
            return  # the game was deleted: nobody owes anything
        log.exception("the AI job failed")
        jobs.ai.defer(game, jobs.ai.count_failure(game))
        return
    finally:
        cpu_s = time.process_time() - began
        jobs.shares.charge(client, cpu_s, is_awaited=is_awaited)
        charge_work(ctx, client, PLAYING, cpu_s, playing.asking.decisions)
        playing.note_thinking(is_awaited=is_awaited)
        with contextlib.suppress(LockError):
            lock.release()
    woken = jobs.ai.reset_failures(game)
    if settled is None:
        jobs.ai.wake(game, version, is_continued=True)
    elif woken > settled:
        with jobs.traces.follow(game, woken, "wake", "producer", game=game, version=woken):
            jobs.ai.wake(game, version)


def _give_way(jobs: Jobs, client: str, game: str, version: int, queue: str, acted: float | None) -> None:
    """Move a game whose job came before its turn to the queue in which it belongs.

    A person or bot may act meanwhile, other than at the time `acted` (s). Their wake-up finds the job begun and does
    nothing, so the game is brought forward here.
    """
    if queue == LAST_QUEUE:
        jobs.shares.set_aside(client, game)
    jobs.ai.give_way(game, version, queue, waiting_since() if queue == OVER_QUEUE else None)
    if jobs.ai.last_act_s(game) != acted:
        jobs.ai.recall(game)
