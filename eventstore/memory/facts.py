"""Keeps names and facts in memory, beside the logs."""

from collections.abc import Mapping, Sequence
from secrets import token_bytes

from eventstore.interfaces import Facts
from eventstore.memory.part import MemoryPart


class MemoryFacts(MemoryPart, Facts):
    """Keeps empty values too, but never returns one."""

    def __init__(self) -> None:
        super().__init__()
        self._secret = token_bytes(32)

    def set_name(self, game: str, seat: int, name: str) -> None:
        """Store the name with the game; the empty name is never returned."""
        with self._changed:
            self._games[game].names[seat] = name

    def names(self, game: str) -> dict[int, str]:
        """Return those that are not empty."""
        with self._changed:
            return {seat: name for seat, name in self._log_of(game).names.items() if name}

    def names_of(self, games: Sequence[str]) -> dict[str, dict[int, str]]:
        """Read one game after the other."""
        return {game: self.names(game) for game in games}

    def set_facts(self, game: str, facts: Mapping[str, bytes]) -> None:
        """Store them with the game; an empty value is never returned."""
        with self._changed:
            self._games[game].facts.update(facts)

    def count_fact(self, game: str, key: str, by: int) -> int:
        """Count under the lock."""
        with self._changed:
            facts = self._games[game].facts
            count = int(facts.get(key) or 0) + by
            facts[key] = str(count).encode()
            return count

    def fact(self, game: str, key: str) -> bytes | None:
        """Return a value of the game if it is not empty."""
        return self.facts(game).get(key)

    def facts(self, game: str) -> dict[str, bytes]:
        """Return those that are not empty."""
        with self._changed:
            return (
                {key: value for key, value in self._games[game].facts.items() if value} if game in self._games else {}
            )

    def secret(self) -> bytes:
        """Return the secret that was made with the store."""
        return self._secret

    def renew_secret(self) -> bytes:
        """Return the same; it cannot be lost."""
        return self._secret
