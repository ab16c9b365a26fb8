"""Stores names and facts beside the logs on a Redis-protocol server: two hashes per game."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from secrets import token_bytes

from eventstore import keys
from eventstore.interfaces import Facts
from eventstore.outages import StorageFull, keeping
from eventstore.redis.calling import RedisPart


class RedisFacts(RedisPart, Facts):
    """Keeps names and facts until they are removed, or the game is deleted."""

    _secret = b""

    def set_name(self, game: str, seat: int, name: str) -> None:
        """Store it in the game's hash of names."""
        self._set(game, keys.names(game), {str(seat): name.encode()})

    def names(self, game: str) -> dict[int, str]:
        """Read the game's hash of names."""
        return unpack_names(self._redis.hgetall(keys.names(game)))

    def names_of(self, games: Sequence[str]) -> dict[str, dict[int, str]]:
        """Read the hash of every game, in one pipeline."""
        return dict(zip(games, map(unpack_names, self._each("hgetall", map(keys.names, games))), strict=True))

    def set_facts(self, game: str, facts: Mapping[str, bytes]) -> None:
        """Store them in the game's hash of facts."""
        self._set(game, keys.facts(game), facts)

    def _set(self, game: str, key: str, values: Mapping[str, bytes]) -> None:
        self._recognize(game)
        kept = {name: value for name, value in values.items() if value}
        if kept:
            self._write(self._redis.hset)(key, mapping=kept)
        if len(kept) < len(values):
            self._write(self._redis.hdel)(key, *(values.keys() - kept.keys()))

    def count_fact(self, game: str, key: str, by: int) -> int:
        """Use one HINCRBY; if it is repeated, a gap remains."""
        self._recognize(game)
        return int(self._write(self._redis.hincrby)(keys.facts(game), key, by))

    def fact(self, game: str, key: str) -> bytes | None:
        """Read one field of the game's hash of facts."""
        found: bytes | None = self._redis.hget(keys.facts(game), key)
        return found

    def facts(self, game: str) -> dict[str, bytes]:
        """Read the game's hash of facts."""
        return {key.decode(): value for key, value in self._redis.hgetall(keys.facts(game)).items()}

    def secret(self) -> bytes:
        """Read it once per process, or write it first; while there is no room for it, return a new one each time."""
        if self._secret:
            return self._secret
        made, found = token_bytes(32), self._redis.get(keys.SECRET)
        if not found:
            try:
                keeping(self._room, self._redis.set)(keys.SECRET, made, nx=True)
            except StorageFull:
                return made
        self._secret = found or self._redis.get(keys.SECRET)
        return self._secret

    def renew_secret(self) -> bytes:
        """Read it again; if it was lost, write the one in use, unless another process is quicker."""
        known, found = self.secret(), self._redis.get(keys.SECRET)
        if not found:
            with suppress(StorageFull):
                keeping(self._room, self._redis.set)(keys.SECRET, known, nx=True)
            found = self._redis.get(keys.SECRET)
        self._secret = found or known
        return self._secret


def unpack_names(found: Mapping[bytes, bytes]) -> dict[int, str]:
    """Return the names in a game's hash."""
    return {int(seat): name.decode() for seat, name in found.items()}
