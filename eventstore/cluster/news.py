"""Waits for news of all feeds of a cluster, each primary polled by itself so that none waits for another."""

import time
from collections.abc import Mapping
from functools import partial
from typing import Final

from redis.exceptions import RedisError

from eventstore.cluster.asking import Question, await_all
from eventstore.cluster.primaries import ELSEWHERE, Primaries
from eventstore.cluster.slots import Place
from eventstore.outages import StoreAway
from eventstore.records import FeedItem

_POLL_S: Final = 0.1
"""Seconds between queries to the primaries."""
_PROMPT_S: Final = 0.03
"""Seconds to wait for the answers of all primaries; later answers are read in the next round."""
Item = tuple[int, FeedItem]


class News:
    """Polls the primaries for one caller, which waits repeatedly."""

    def __init__(self, primaries: Primaries) -> None:
        self._primaries = primaries
        self._asked: dict[Place, Question[list[Item]]] = {}

    def wait(self, cursors: Mapping[int, str], timeout_ms: int) -> list[Item]:
        """Return new items after the cursors; raises StoreAway if no primary answers in that time."""
        ends = time.monotonic() + timeout_ms / 1000
        heard = False
        while True:
            self._ask(cursors)
            news, have_answered = self._hear()
            heard = heard or have_answered
            if news:
                return news
            if time.monotonic() >= ends:
                break
            time.sleep(min(_POLL_S, timeout_ms / 1000))
        if not heard:
            raise StoreAway("no primary tells news of its feeds")
        return []

    def _ask(self, cursors: Mapping[int, str]) -> None:
        """Query every primary that has no open query."""
        for place, shards in self._primaries.slots.groups(cursors).items():
            if place not in self._asked:
                log = self._primaries.at(place)
                self._asked[place] = Question(partial(log.news, {shard: cursors[shard] for shard in shards}))

    def _hear(self) -> tuple[list[Item], bool]:
        """Return the items received by now, and whether any primary answered."""
        await_all(self._asked.values(), _PROMPT_S)
        news: list[Item] = []
        heard = False
        for place, question in list(self._asked.items()):
            if not question.is_over():
                continue
            del self._asked[place]
            try:
                news += question.answer()
                heard = True
            except ELSEWHERE:
                self._primaries.refresh()
            except RedisError:
                self._primaries.refresh(place)
        return news, heard
