"""Rewrites the append-only files of a server and of its replicas, so that nothing deleted is left in them."""

import time
from collections.abc import Iterator
from contextlib import closing
from typing import Any, Final

from redis.exceptions import RedisError, ResponseError

from eventstore.redis.connection import Client, connect_beside

_ANSWER_S: Final = 2.0
"""The most seconds to wait for a replica's answer."""
_FOLLOWING_S: Final = 5.0
"""The most seconds to wait until a replica has received the deletions."""
_AGAIN_S: Final = 0.02


class Rewriting:
    """Rewrites the files of a server and of the replicas that follow it now."""

    def __init__(self, client: Client) -> None:
        self._primary: Any = client

    def begin(self) -> bool:
        """Start on all of them; return whether all started. A host may forbid it, and a replica may not answer."""
        deleted_at = int(self._primary.info("replication")["master_repl_offset"])
        is_begun = _begin(self._primary)
        for replica in self._replicas():
            is_begun = _begin_after(replica, deleted_at) and is_begun
        return is_begun

    def is_under_way(self) -> bool:
        """Return whether one of them is rewriting, or about to; a replica that does not answer does not count."""
        return _is_rewriting(self._primary) or any(map(_is_heard_rewriting, self._replicas()))

    def _replicas(self) -> Iterator[Any]:
        found = self._primary.info("replication")
        for number in range(found.get("connected_slaves", 0)):
            told = found[f"slave{number}"]
            with closing(connect_beside(self._primary, told["ip"], told["port"], _ANSWER_S)) as replica:
                yield replica


def _begin(server: Any) -> bool:
    try:
        server.bgrewriteaof()
    except ResponseError as error:
        return "in progress" in str(error)
    return True


def _begin_after(replica: Any, offset: int) -> bool:
    """Start on a replica once it has received its primary's writes up to an offset; return whether it started."""
    ends = time.monotonic() + _FOLLOWING_S
    try:
        while int(replica.info("replication").get("slave_repl_offset", 0)) < offset:
            if time.monotonic() > ends:
                return False
            time.sleep(_AGAIN_S)
        return _begin(replica)
    except RedisError:
        return False


def _is_heard_rewriting(replica: Any) -> bool:
    try:
        return _is_rewriting(replica)
    except RedisError:
        return False


def _is_rewriting(server: Any) -> bool:
    found = server.info("persistence")
    return any(found.get(name) for name in ("aof_rewrite_in_progress", "aof_rewrite_scheduled"))
