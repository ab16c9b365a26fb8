"""Carries traces to processes that learn of a version from the log, which holds nothing of traces.

While traces are recorded, the process that appends a version writes its span to RQ's store under the game and the
version, for a minute, and processes that read the version open spans as its children. If a span is lost, or written too
late, they begin a new trace.
"""

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, suppress
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from redis import Redis
from redis.exceptions import RedisError

from service.queue.keys import trace
from service.queue.store import Background
from service.tracing import spans

if TYPE_CHECKING:
    from service.tracing.recording import Role

VERSION_S: Final = 60
"""Sets how long the span of a version is kept."""
DELIVERY_S: Final = 3600
"""Sets how long the span of a delivery is kept; longer, since a delivery may be tried again."""


class Traces:
    """Writes and finds spans. A place is a game, or a webhook; a number is a version, or a delivery."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    def leave(self, place: str, numbers: Sequence[int], seconds: int, background: Background | None = None) -> None:
        """Write the open span under some numbers of a place, if it is recorded; in the background if there is one."""
        carried = spans.carry()
        if carried is None or not int(carried[-2:], 16) & 1:  # the last bit of a `traceparent` says so
            return
        write = partial(self._write, [trace(place, number) for number in numbers], carried, seconds)
        if background is None:
            write()
        else:
            background.do(write)

    def _write(self, keys: Sequence[str], carried: str, seconds: int) -> None:
        with suppress(RedisError), self._redis.pipeline(transaction=False) as pipe:
            for key in keys:
                pipe.set(key, carried, ex=seconds)
            pipe.execute()

    def find(self, places: Mapping[str, int]) -> list[str | None]:
        """Return the span that was written for each place and its number; None if there is none."""
        if not spans.is_on() or not places:
            return [None] * len(places)
        try:
            found: Any = self._redis.mget([trace(place, number) for place, number in places.items()])
        except RedisError:
            return [None] * len(places)
        return [None if carried is None else carried.decode() for carried in found]

    def follow(
        self,
        place: str,
        number: int,
        name: str,
        role: "Role" = "consumer",
        *,
        began: int | None = None,
        is_linked: bool = False,
        **about: str | int | None,
    ) -> AbstractContextManager[None]:
        """Open a span as a child of the one written there; `service.tracing.spans.resume` explains the arguments."""
        (found,) = self.find({place: number})
        return spans.resume(found, name, role, began=began, is_linked=is_linked, **about)

    def waking(self, game: str, version: int) -> AbstractContextManager[None]:
        """Open a span for waking a game's agents; without an open one, in a new trace linked to that of the version."""
        if spans.carry() is not None:
            return spans.span("wake", "producer", game=game, version=version)
        return self.follow(game, version, "wake", "producer", is_linked=True, game=game, version=version)

    def took_in(self, projection: str, versions: Mapping[str, int], began: int) -> None:
        """Add a span of a projection to the trace of each version that it has read."""
        for found, (game, version) in zip(self.find(versions), versions.items(), strict=True):
            if found is not None:
                with spans.resume(found, "project", began=began, game=game, version=version, projection=projection):
                    pass

    def link(self, game: str, version: int) -> None:
        """Link the open span to the one that appended a version."""
        if spans.is_on():
            spans.link(self.find({game: version})[0])
