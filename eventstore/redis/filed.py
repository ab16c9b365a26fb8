"""Keeps which archived games an owner has: first in notes of the owner's shard, later in lists of the archive.

One script call moves an entry from the owner's facts to the notes, another one from the notes to a list. So an entry is
always in one of these three places. Readers look there in this order, and so find an entry that moves meanwhile.
"""

from collections.abc import Iterator, Sequence
from heapq import merge
from itertools import groupby
from typing import Any, Final

from eventstore import keys
from eventstore.archive.archive import Archive
from eventstore.archive.filed import FiledLists
from eventstore.archive.lists import LATEST_MS, Bound, Entry, bounds_of, names_any, pack_entry, unpack_entry
from eventstore.archive.places import hash_of, new_number, time_of
from eventstore.archiving import FILED
from eventstore.keys import shard_of
from eventstore.outages import Room, allow_any, writing
from eventstore.redis.away import pack_runs, unpack_runs
from eventstore.redis.calling import Connections, Script, script
from eventstore.redis.connection import Client

LISTS: Final = "lists"
"""Names the field with the numbers of a shard's lists, the newest first."""
MOST: Final = 400_000
"""Limits the entries of a list that several are merged into, which takes some 100 MB meanwhile."""
AT_ONCE: Final = 20_000
"""Limits what moves into a list or a run at a time: the store answers nothing else while a script removes it there."""


class FiledGames:
    """Moves and finds the entries of one server."""

    def __init__(self, client: Client, connections: Connections, room: Room, archive: Archive) -> None:
        self._redis: Any = client
        self._lists = FiledLists(archive)
        self._filing = writing(room, Script(client, script("file.lua"), connections))
        self._sealing = writing(room, Script(client, script("seal_lists.lua"), connections))
        self._noting = writing(allow_any, self._redis.sadd)
        self._dropping = writing(allow_any, self._redis.zrem)
        self._ending = writing(allow_any, self._redis.hdel)

    def file(self, owner: str, prefix: str, games: Sequence[str], upto_ms: int) -> int:
        """Move some games; return how many."""
        places = [keys.facts(owner), keys.list_entries(shard_of(owner))]
        return int(self._filing(keys=places, args=[owner, prefix, FILED, upto_ms, *games]))

    def entries(self, owner: str, count: int, after: Bound, before: Bound, *, is_up: bool) -> list[Entry]:
        """Return at most `count` entries between two others, the earliest first if `is_up`, else the latest."""
        shard = shard_of(owner)
        noted, numbers = self._read_noted(owner, count, after, before, is_up=is_up)
        bounds = bounds_of(owner, after, before)
        found = self._lists.walk_all(shard, numbers, bounds, is_up=is_up)
        packed = merge((pack_entry(owner, one) for one in noted), *found, reverse=not is_up)
        return list(_first(packed, count))

    def _read_noted(
        self, owner: str, count: int, after: Bound, before: Bound, *, is_up: bool
    ) -> tuple[list[Entry], list[int]]:
        """Return entries that no list has yet, and the numbers of the lists."""
        low = f"({_member(owner, after)}!" if after else f"[{owner}/"
        high = f"({_member(owner, before)}" if before else f"({owner}0"  # the character after the slash
        filed = keys.list_entries(shard_of(owner))
        with self._redis.pipeline(transaction=False) as pipe:
            if is_up:
                pipe.zrangebylex(filed, low, high, start=0, num=count)
            else:
                pipe.zrevrangebylex(filed, high, low, start=0, num=count)
            pipe.hget(keys.shelf(shard_of(owner)), LISTS)
            members, numbers = pipe.execute()
        return [_parse(member)[1] for member in members], unpack_runs(numbers or b"")

    def unfile(self, owner: str, games: Sequence[str] | None) -> None:
        """Remove entries that no list has yet, and note that lists are to be written without them."""
        shard, mark = shard_of(owner), hash_of(owner).hex()
        self._noting(keys.list_removals(shard), *([mark] if games is None else [f"{mark} {game}" for game in games]))
        members = self._redis.zrangebylex(keys.list_entries(shard), f"[{owner}/", f"({owner}0")
        gone = [one for one in members if games is None or _parse(one)[1].game in games]
        if gone:
            self._dropping(keys.list_entries(shard), *gone)

    def count(self, shard: int) -> int:
        """Return how many entries no list has yet."""
        return int(self._redis.zcard(keys.list_entries(shard)))

    def seal(self, shard: int, least: int) -> int:
        """Merge noted entries, if there are `least`, with lists at most twice as large; return how many moved.

        A list that is gone from the archive stays among the shard's lists, as do older ones: it may be put back.
        """
        noted: list[bytes] = self._redis.zrange(keys.list_entries(shard), 0, AT_ONCE - 1)
        if len(noted) < max(least, 1):
            return 0
        before, numbers = self._numbers(shard)
        packed, taken = sorted({pack_entry(*_parse(member)) for member in noted}), 0
        for number in numbers:
            found = self._lists.find_all(shard, number)
            if found is None or len(found) > 2 * len(packed) or len(found) + len(packed) > MOST:
                break
            packed = [one for one, _ in groupby(merge(packed, found))]  # other threads run meanwhile, unlike in a sort
            taken += 1
        made = self._write(shard, packed)
        after = [made, *numbers[taken:]]
        return len(noted) if self._replace(shard, before, after, numbers[:taken], noted, []) else 0

    def clear(self, shard: int) -> int:
        """Write lists again without the entries to be removed; return how many lists have changed.

        While a list is gone from the archive, what is to be removed stays noted: it may be put back.
        """
        marks = [mark.decode() for mark in self._redis.smembers(keys.list_removals(shard))]
        if not marks:
            return 0
        named = [mark.partition(" ") for mark in marks]
        owners = frozenset(bytes.fromhex(owner) for owner, _, game in named if not game)
        games = frozenset((bytes.fromhex(owner), game) for owner, _, game in named if game)
        before, numbers = self._numbers(shard)
        after, replaced, is_whole = list[int](), list[int](), True
        for number in numbers:
            found = self._lists.find_all(shard, number)
            is_whole &= found is not None
            left = [one for one in found or () if not names_any(one, owners, games)]
            if len(left) == len(found or ()):
                after.append(number)
                continue
            replaced.append(number)
            after += [self._write(shard, left)] if left else []
        done = marks if is_whole else []
        return len(replaced) if self._replace(shard, before, after, replaced, [], done) else 0

    def drop_strays(self, shard: int, before_ms: int) -> None:
        """Delete lists that were replaced long ago, and those whose writers died."""
        shelf: dict[bytes, bytes] = self._redis.hgetall(keys.shelf(shard))
        used = unpack_runs(shelf.get(LISTS.encode(), b""))
        for number in self._lists.numbers(shard) if shelf else ():
            since = int(shelf.get(_field(number).encode(), b"%d" % time_of(number)))
            if number not in used and since < before_ms:
                self._lists.drop(shard, number)
                self._ending(keys.shelf(shard), _field(number))

    def _numbers(self, shard: int) -> tuple[bytes, list[int]]:
        text: bytes = self._redis.hget(keys.shelf(shard), LISTS) or b""
        return text, unpack_runs(text)

    def _write(self, shard: int, packed: Sequence[bytes]) -> int:
        number = new_number()
        self._lists.write(shard, number, packed)
        return number

    def _replace(
        self,
        shard: int,
        before: bytes,
        after: Sequence[int],
        replaced: Sequence[int],
        noted: Sequence[bytes],
        marks: Sequence[str],
    ) -> bool:
        places = [keys.list_entries(shard), keys.list_removals(shard), keys.shelf(shard)]
        head: list[Any] = [before, pack_runs(after), time_of(new_number()), len(replaced), len(noted)]
        return bool(self._sealing(keys=places, args=[*head, *map(_field, replaced), *noted, *marks]))


def _first(packed: Iterator[bytes], count: int) -> Iterator[Entry]:
    """Yield at most `count` entries, each once."""
    last, left = b"", count
    for one in packed:
        if one != last and left:
            left -= 1
            yield unpack_entry(one)
        if not left:
            return
        last = one


def _member(owner: str, place: tuple[int, str]) -> str:
    return f"{owner}/{min(place[0], LATEST_MS):015d}.{place[1]}"


def _parse(member: bytes) -> tuple[str, Entry]:
    owner, _, place = member.decode().partition("/")
    time, _, named = place.partition(".")
    game, _, note = named.partition(" ")
    return owner, Entry(int(time), game, note)


def _field(number: int) -> str:
    """Name the field that says when (ms) a list was replaced."""
    return f"replaced:list-{number:016x}"
