"""The client of RQ's store: the service, its workers and the tests use this one, with the same patience.

A command is sent again a few times, for a little longer than an embedded store takes to start again: a worker that
could not write how a job ended would have it done twice. A store that stays away is told within two seconds.
RQ's workers lengthen the time-out of their own client by themselves, because they block for minutes.
"""

from typing import Final

from redis import Redis
from redis.backoff import ExponentialBackoff
from redis.retry import Retry

MOST_CONNECTIONS: Final = 1000
"""Of one process: everybody who waits for the end of a job holds one."""
_TIMEOUT_S: Final = 5.0


def connect(rq_url: str) -> Redis:
    """A client whose answers are bytes, as RQ needs them; nothing is sent before the first command."""
    return Redis.from_url(
        rq_url,
        decode_responses=False,
        socket_timeout=_TIMEOUT_S,
        socket_connect_timeout=_TIMEOUT_S,
        retry=Retry(ExponentialBackoff(cap=0.5, base=0.05), 4),
        max_connections=MOST_CONNECTIONS,
    )
