"""Represents one of the queues' stores, among those that share the games by the shards of the log."""

import logging
import time
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, Self

from redis import Redis
from redis.exceptions import RedisError

from eventstore.keys import shard_of
from service.queue import store
from service.queue.ai_jobs import AiJobs
from service.queue.fair_shares import WorkerShares
from service.queue.heads import Heads
from service.queue.job_names import shard_of_job
from service.queue.spread import divide
from service.queue.thinking import Thinking
from service.settings.queue_urls import name_store, split_urls

WAIT_SLICE_S: Final = 1.0
"""Sets how long a client may block that waits for the end of a job."""
TELL_AGAIN_S: Final = 60.0

log = logging.getLogger(__name__)


class QueueStore:
    """Represents one store, with its client `redis`, and knows `all` stores that share the games with it.

    Work for a game is in the store that `of` returns, and so is all else that an id names; a job is in the store that
    its id names. `waiting` is the client that blocks until a job has ended; with a `background`, AI seats are woken
    there.
    """

    def __init__(self, redis: Redis, waiting: Redis | None = None) -> None:
        self.redis = redis
        self.waiting = waiting or redis
        self.background: store.Background | None = None
        self.ai = AiJobs(redis)
        self.traces = self.ai.traces
        self.heads = Heads(redis)
        self.shares = WorkerShares(redis)
        self.thinking = Thinking(redis)
        self.name = ""
        """Says where the store is, without its password."""
        self._silence_told = float("-inf")
        self._stores: Sequence[Self] = ()
        self._homes: Sequence[Self] = ()
        """Holds the store of each shard; empty if there is only this one."""

    @classmethod
    def at(cls, rq_url: str, served: int = 0) -> Self:
        """Connect to the stores at one or more URLs, for processes that can wait for the one that they serve.

        Returns the one that the process serves, by its number in the list.
        """
        urls = split_urls(rq_url)
        made = [cls((store.connect if n == served else store.connect_prompt)(url)) for n, url in enumerate(urls)]
        return cls._join(made, urls)[served]

    @classmethod
    def prompt(cls, rq_url: str) -> Self:
        """Connect for processes that answer requests: no call to a store takes longer than half a second."""
        urls, made = split_urls(rq_url), []
        for url in urls:
            made.append(cls(store.connect_prompt(url), store.connect_prompt(url, WAIT_SLICE_S)))
            made[-1].background = store.Background()
        return cls._join(made, urls)[0]

    @classmethod
    def _join(cls, made: Sequence[Self], urls: Sequence[str]) -> Sequence[Self]:
        """Let stores that share the games know each other, and return them."""
        for one, url in zip(made, urls, strict=True):
            one.name = name_store(url)
        if len(made) > 1:
            homes = tuple(made[number] for number in divide([name_store(url) for url in urls]))
            for one in made:
                one._stores, one._homes = made, homes
        return made

    @property
    def all(self) -> Sequence[Self]:
        """Return the stores that share the games, this one too."""
        return self._stores or (self,)

    @property
    def is_alone(self) -> bool:
        """Return whether there is no other store."""
        return not self._homes

    def of(self, owner: str) -> Self:
        """Return the store that has the work for a game, or what is noted about a client, a webhook or a token."""
        return self._homes[shard_of(owner)] if self._homes else self

    def of_job(self, job_id: str) -> Self:
        """Return the store in which a job is by its id."""
        return self._homes[shard_of_job(job_id)] if self._homes else self

    def divide(self, owners: Iterable[str]) -> Iterator[tuple[Self, list[str]]]:
        """Yield each store that has some of these owners, with them."""
        by_store: dict[Self, list[str]] = {}
        for owner in owners:
            by_store.setdefault(self.of(owner), []).append(owner)
        yield from by_store.items()

    def tell_silence(self, error: RedisError) -> None:
        """Log that the store does not answer, at most once a minute."""
        now = time.monotonic()
        if now - self._silence_told >= TELL_AGAIN_S:
            self._silence_told = now
            log.warning("the queues' store at %s does not answer: %s", self.name, error)

    def close(self) -> None:
        """Close the connections to all stores."""
        for one in self.all:
            one.redis.close()
            one.waiting.close()
