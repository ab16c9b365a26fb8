"""Counts the commands that a server carries out."""

from collections import Counter
from typing import Any

from redis import Redis


class Spent:
    """Counts the commands of a server by name, without those that ask it for its counts."""

    def __init__(self, client: Redis) -> None:
        self._client = client
        self._before = self._counts()

    def count(self) -> dict[str, int]:
        """Return what was carried out since this object was made, scripts themselves left out."""
        spent = self._counts()
        spent.subtract(self._before)
        return {name: calls for name, calls in spent.items() if calls and name not in ("info", "evalsha", "eval")}

    def _counts(self) -> Counter[str]:
        stats: dict[str, Any] = self._client.info("commandstats")
        return Counter({name.removeprefix("cmdstat_"): one["calls"] for name, one in stats.items()})
