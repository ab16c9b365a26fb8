"""Connects to RQ's store, with time-outs and retries for workers and for processes that answer requests.

Workers retry a command for a little longer than an embedded store takes to restart: one that could not write how a job
ended would run it twice. A store that stays away is reported within two seconds. RQ's workers raise their own client's
time-out, because they block for minutes.

Clients that answer requests wait at most half a second, behind a circuit breaker: no request depends on what that store
holds, and what may wait is written in the background. What hosts know of the events' store is kept there too, for hosts
whose data directory is new; a host that has a file of its own believes that alone, since what is kept here may be lost,
damaged or forged.
"""

import logging
from collections.abc import Callable, Mapping
from queue import Queue
from threading import Thread
from typing import Any, Final

from redis import ConnectionPool, Redis
from redis.backoff import ExponentialBackoff
from redis.exceptions import ResponseError
from redis.retry import Retry
from redis.sentinel import SentinelConnectionPool

from eventstore.cluster import sentinel_urls, sentinels
from eventstore.keys import owners
from eventstore.redis.connection import DRIVER, GuardedPool, GuardedSentinelPool, Patience
from service.process.known_store import BadKnownStore
from service.queue.keys import KNOWN_STORE

MOST_CONNECTIONS: Final = 1000
"""Limits the connections of one process; each client that waits for a job's end holds one."""
PROMPT: Final = Patience(0.5, 3, 0.2, has_breaker=True)
_TIMEOUT_S: Final = 5.0
logger: Final = logging.getLogger("longroad")


class Background:
    """Runs functions in order, in a thread that starts when needed, so that no command waits for the store.

    Those still waiting when the process dies are lost; the sweep finds every AI seat that must act.
    """

    def __init__(self) -> None:
        self._queue: Queue[Callable[[], None]] = Queue()
        self._thread: Thread | None = None

    def do(self, act: Callable[[], None]) -> None:
        """Run a function soon; it must not raise."""
        self._queue.put(act)
        if self._thread is None:
            self._thread = Thread(target=self._run, name="waker", daemon=True)
            self._thread.start()

    def _run(self) -> None:
        while True:
            self._queue.get()()


def connect(rq_url: str) -> Redis:
    """Return a patient client whose answers are bytes, as RQ needs them; it connects at the first command."""
    retry = Retry(ExponentialBackoff(cap=0.5, base=0.05), 4)
    return _client(rq_url, ConnectionPool, SentinelConnectionPool, _TIMEOUT_S, _TIMEOUT_S, retry)


def connect_prompt(rq_url: str, blocked_s: float = 0.0) -> Redis:
    """Return a client for processes that answer requests, which may block for up to `blocked_s` seconds."""
    reply_s = blocked_s + PROMPT.reply_s
    return _client(rq_url, GuardedPool, GuardedSentinelPool, reply_s, PROMPT.reply_s, PROMPT.retry)


def _client(
    url: str,
    direct: type[ConnectionPool],
    watched: type[SentinelConnectionPool],
    reply_s: float,
    connect_s: float,
    retry: Retry,
) -> Redis:
    settings: dict[str, Any] = {
        "decode_responses": False,
        "socket_timeout": reply_s,
        "socket_connect_timeout": connect_s,
        "retry": retry,
        "driver_info": DRIVER,
        "max_connections": MOST_CONNECTIONS,
    }
    if sentinel_urls.is_watched(url):
        return Redis.from_pool(sentinels.pool_of(sentinel_urls.read(url), watched, **settings))
    return Redis.from_pool(direct.from_url(url, **settings))


def read_shared(client: Redis) -> dict[str, str]:
    """Return the identities that hosts share; raises RedisError, and BadKnownStore if they cannot be read."""
    try:
        found: Any = client.hmget(KNOWN_STORE, list(owners()))
        return {owner: value.decode() for owner, value in zip(owners(), found, strict=True) if value}
    except (ResponseError, UnicodeDecodeError) as error:
        remedy = "if the events' store is the right one, run `longroad accept-store`"
        raise BadKnownStore(f"{KNOWN_STORE} in the queues' store cannot be read: {error}; {remedy}") from error


def share(client: Redis, known: Mapping[str, str], *, is_found: bool) -> None:
    """Share what a host knows, in place of something else only if the whole store that it knows `is_found`.

    Raises RedisError.
    """
    try:
        shared = read_shared(client)
    except BadKnownStore:
        shared = {}
    if shared == known or (shared and not is_found):
        return
    if shared:
        logger.warning("%s in the queues' store named another events' store than the one in use", KNOWN_STORE)
    replace_shared(client, known)


def replace_shared(client: Redis, known: Mapping[str, str]) -> None:
    """Replace whatever is shared; raises RedisError."""
    values: Any = known
    with client.pipeline() as pipe:
        pipe.delete(KNOWN_STORE)
        pipe.hset(KNOWN_STORE, mapping=values)
        pipe.execute()
