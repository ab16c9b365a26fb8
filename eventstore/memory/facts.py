"""Keeps in memory what stands beside the logs: names, facts, data keys, and the list of the forgotten."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from eventstore.facts import OTHERS, Facts
from eventstore.memory.feeds import MemoryPart

K = TypeVar("K")
V = TypeVar("V")


class MemoryFacts(MemoryPart, Facts):
    """Keeps empty values too, but never returns one; data keys are with the other data of their owner."""

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

    def facts_here(self, owners: Sequence[str]) -> dict[str, dict[str, bytes]]:
        """Read one owner after the other."""
        found = {owner: self.facts(owner) for owner in owners}
        return {owner: facts for owner, facts in found.items() if facts}

    def count_fact(self, game: str, key: str, by: int) -> int:
        """Count under the lock."""
        with self._changed:
            facts = self._games[game].facts
            count = int(facts.get(key) or 0) + by
            facts[key] = str(count).encode()
            return count

    def add_up(
        self, owner: str, batch: str, amounts: Mapping[str, Sequence[int]], most_groups: int = 0
    ) -> list[tuple[int, ...]]:
        """Add under the lock; batches are known for good."""
        with self._changed:
            facts, is_new = self._games[owner].facts, (owner, batch) not in self._batches
            self._batches.add((owner, batch))
            found = []
            for wanted, more in amounts.items():
                name = _grouped(facts, wanted, most_groups, is_new)
                if is_new:
                    known = [*_numbers(facts, name), *[0] * len(more)]
                    facts[name] = b" ".join([b"%d" % (one + by) for one, by in zip(known, more, strict=False)])
                found.append(_numbers(facts, name))
            return found

    def fact(self, game: str, key: str) -> bytes | None:
        """Return a value of the game if it is not empty."""
        return self.facts(game).get(key)

    def facts(self, game: str) -> dict[str, bytes]:
        """Return those that are not empty."""
        with self._changed:
            return {key: value for key, value in self._log_of(game).facts.items() if value}

    def secret(self) -> bytes:
        """Return the secret that was made with the store."""
        return self._secret

    def renew_secret(self) -> bytes:
        """Return the same; it cannot be lost."""
        return self._secret

    def data_key(self, owner: str, name: str) -> bytes | None:
        """Look it up among those of the owner."""
        with self._changed:
            return self._log_of(owner).data_keys.get(name) or None

    def data_keys_of(self, owners: Sequence[str]) -> dict[str, dict[str, bytes]]:
        """Read one owner after the other."""
        with self._changed:
            held = {owner: self._log_of(owner).data_keys for owner in owners}
            return {owner: {name: value for name, value in mine.items() if value} for owner, mine in held.items()}

    def keep_data_key(self, owner: str, name: str, made: bytes) -> bytes:
        """Store it under the lock."""
        with self._changed:
            mine = self._games[owner].data_keys
            mine[name] = mine.get(name) or made
            return mine[name]

    def drop_data_keys(self, owner: str, names: Iterable[str]) -> None:
        """Delete them under the lock."""
        with self._changed:
            for name in names:
                self._log_of(owner).data_keys.pop(name, None)

    def note_forgotten(self, ids: Mapping[str, int]) -> None:
        """Put them into the list."""
        with self._changed:
            self._forgotten.update(ids)

    def list_forgotten(self) -> dict[str, int]:
        """Return a copy of the list."""
        with self._changed:
            return dict(self._forgotten)

    def count_forgotten(self) -> int:
        """Return the length of the list."""
        return len(self._forgotten)

    def swap_name(self, game: str, seat: int, was: str, now: str) -> bool:
        """Compare and set under the lock."""
        with self._changed:
            return _compare_and_swap(self._log_of(game).names, seat, was, now)

    def swap_fact(self, owner: str, key: str, was: bytes, now: bytes) -> bool:
        """Compare and set under the lock."""
        with self._changed:
            return _compare_and_swap(self._games[owner].facts, key, was, now)

    def swap_facts(self, owner: str, changes: Mapping[str, tuple[bytes, bytes]]) -> bool:
        """Compare and set all of them under the lock."""
        with self._changed:
            facts = self._games[owner].facts
            if any((facts.get(name) or b"") != was for name, (was, _) in changes.items()):
                return False
            facts.update({name: now for name, (_, now) in changes.items()})
            return True

    def with_names(self) -> Iterator[str]:
        """Yield from the games that exist now."""
        with self._changed:
            yield from [game for game, kept in self._games.items() if any(kept.names.values())]

    def with_facts(self, prefix: str) -> Iterator[str]:
        """Yield from the ids that exist now."""
        with self._changed:
            yield from [owner for owner, kept in self._games.items() if owner.startswith(prefix) and kept.facts]

    def rewrite(self) -> bool:
        """Return True: there is no file."""
        return True

    def is_rewriting(self) -> bool:
        """Return False: there is no file."""
        return False


def _numbers(facts: Mapping[str, bytes], name: str) -> tuple[int, ...]:
    return tuple(map(int, facts.get(name, b"").split()))


def _grouped(facts: dict[str, bytes], name: str, most: int, is_new: bool) -> str:
    """Return the name under which a fact is counted, and mark its group if it is a new one."""
    group, space, rest = name.partition(" ")
    if not most or facts.get(f"={group}"):
        return name
    count = int(facts.get("=") or 0)
    if count >= most:
        return f"{OTHERS}{space}{rest}"
    if is_new:
        facts |= {f"={group}": b"1", "=": b"%d" % (count + 1)}
    return name


def _compare_and_swap(values: dict[K, V], key: K, was: V, now: V) -> bool:
    is_same = (values.get(key) or None) == (was or None)
    if is_same:
        values[key] = now
    return is_same
