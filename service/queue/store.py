"""Clients of RQ's store, each with the patience of those who use it.

Workers send a command again a few times, for a little longer than an embedded store takes to start again: one that
could not write how a job ended would have it done twice. A store that stays away is told within two seconds. RQ's
workers lengthen the time-out of their own client by themselves, because they block for minutes.

What answers requests waits for half a second at most, and behind a breaker: nothing that a request cannot do without
stands in that store.
"""

from typing import Final

from redis import Redis
from redis.backoff import ExponentialBackoff
from redis.retry import Retry

from eventstore.connection import Patience
from eventstore.guarding import GuardedPool

MOST_CONNECTIONS: Final = 1000
"""Of one process: everybody who waits for the end of a job holds one."""
PROMPT: Final = Patience(0.5, 3, 0.2, has_breaker=True)
_TIMEOUT_S: Final = 5.0


def connect(rq_url: str) -> Redis:
    """A patient client whose answers are bytes, as RQ needs them; nothing is sent before the first command."""
    return Redis.from_url(
        rq_url,
        decode_responses=False,
        socket_timeout=_TIMEOUT_S,
        socket_connect_timeout=_TIMEOUT_S,
        retry=Retry(ExponentialBackoff(cap=0.5, base=0.05), 4),
        max_connections=MOST_CONNECTIONS,
    )


def connect_prompt(rq_url: str) -> Redis:
    """A client for what answers requests."""
    return _guarded(rq_url, PROMPT.reply_s)


def connect_waiting(rq_url: str, seconds: float) -> Redis:
    """A client for what answers requests and blocks for up to so many seconds."""
    return _guarded(rq_url, seconds + PROMPT.reply_s)


def _guarded(rq_url: str, reply_s: float) -> Redis:
    pool = GuardedPool.from_url(
        rq_url,
        decode_responses=False,
        socket_timeout=reply_s,
        socket_connect_timeout=PROMPT.reply_s,
        retry=PROMPT.retry,
        max_connections=MOST_CONNECTIONS,
    )
    return Redis.from_pool(pool)
