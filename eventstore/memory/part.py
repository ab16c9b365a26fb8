"""Holds what all parts of the store in memory have in common: the games, and the condition that guards everything."""

from collections import defaultdict
from dataclasses import dataclass, field
from threading import Condition

from eventstore.records import StoredEvent


@dataclass(slots=True)
class Kept:
    """Holds the log of one game and the data beside it."""

    versions: list[list[StoredEvent]] = field(default_factory=list)
    names: dict[int, str] = field(default_factory=dict)
    facts: dict[str, bytes] = field(default_factory=dict)
    data_keys: dict[str, bytes] = field(default_factory=dict)
    snapshots: dict[tuple[str, int], bytes] = field(default_factory=dict)


class MemoryPart:
    """Represents one part of a store in memory; it holds `_changed` during every read and change."""

    def __init__(self) -> None:
        self._changed = Condition()
        self._games: defaultdict[str, Kept] = defaultdict(Kept)

    def _log_of(self, game: str) -> Kept:
        return self._games.get(game) or Kept()
