"""The keys of what Longroad keeps in the queue's store beside RQ's own. All of it may be lost."""

from typing import Final

from rq import Queue

AI_DEFERRED: Final = "longroad:ai:deferred"
"""A sorted set: the games whose AI jobs asked to be run again, by time."""


def ai_job(game: str, what: str) -> str:
    """What is known of the AI job of a game: who holds it, whether it is queued, and how it went."""
    return f"longroad:ai:{game}:{what}"


def worker_time(client: str, window: int) -> str:
    """The worker time that the agents of a client have spent in a window of time."""
    return f"longroad:ai:spent:{client}:{window}"


def waiting_jobs(client: str) -> str:
    """A sorted set: the jobs of a client that have not ended."""
    return f"longroad:jobs:{client}"


def arena_games(job_id: str) -> str:
    """A hash: the games that an arena's job has played so far, by number."""
    return f"longroad:arena:{job_id}"


def worker(name: str) -> str:
    """The sign of life of a worker."""
    return f"longroad:worker:{name}"


def quota(name: str, window: int, client: str) -> str:
    """How much of a quota a client has used in a window of time."""
    return f"longroad:quota:{name}:{window}:{client}"


def first_answer(scope_key: str) -> str:
    """The sealed answer to the first request under an idempotency key, where no log could keep it."""
    return f"longroad:once:{scope_key}"


def ticket(hashed: str) -> str:
    """What the stream ticket of this hash opens."""
    return f"longroad:ticket:{hashed}"


def queue(name: str) -> str:
    """RQ's list of the jobs that wait in a queue."""
    return f"{Queue.redis_queue_namespace_prefix}{name}"
