"""Finds games that a server has let go: their places are in a hash of their shard, or in runs of the archive's index.

The scripts of a game touch keys of its own slot alone. A lookup that comes upon a run which was replaced begins again.
"""

from collections.abc import Callable, Mapping, Sequence
from hashlib import sha1
from typing import Any, Final, NamedTuple

from eventstore import keys
from eventstore.archive.archive import Archive
from eventstore.archive.bundles import Bundle, newest_of
from eventstore.archive.objects import ArchiveAway
from eventstore.archive.places import GONE, Place, pack_place, unpack_place
from eventstore.keys import shard_of
from eventstore.log.wire import identity_in
from eventstore.outages import Room, writing
from eventstore.packing.log_packing import pack
from eventstore.packing.packed_logs import here
from eventstore.redis.calling import Connections, Script, archive_script, log_script, script
from eventstore.redis.connection import Client

RUNS: Final = "runs"
"""Names the field with the numbers of a shard's runs, the newest first."""
_TIMES: Final = 5
"""Limits how often a lookup begins again."""


class Away(NamedTuple):
    """Says where a game is: its place, and as what the store has that (empty where a run has it)."""

    place: Place
    noted: bytes


class AwayGames:
    """Finds, lets go and takes back the games of one server."""

    def __init__(self, client: Client, connections: Connections, room: Room, archive: Archive) -> None:
        self._redis: Any = client
        self.archive = archive
        self._looking = Script(client, script("away.lua"), connections)
        self._letting_go = writing(room, Script(client, log_script("let_go.lua"), connections))
        self._taking_back = writing(room, Script(client, archive_script("take_back.lua"), connections))
        self._burying = writing(room, Script(client, archive_script("bury.lua"), connections))

    def find(self, game: str) -> Away | None:
        """Return where a game is; None if it is here, or unknown. Raises ArchiveAway, and ChainBroken."""
        if keys.has_no_log(game):
            return None
        shard, error = shard_of(game), ArchiveAway("unreachable", "its index changes all the time")
        for _ in range(_TIMES):
            found = self._looking(keys=[keys.log(game), keys.away(shard), keys.shelf(shard)], args=[game])
            if not found:
                return None
            noted, numbers = found[0], unpack_runs(found[1])
            try:
                value = noted or self._in_runs(shard, numbers, game)
            except ArchiveAway as away:
                if away.reason != "missing":
                    raise
                error = away  # a run was replaced, perhaps
                continue
            return None if value in (None, GONE) else Away(unpack_place(value), noted)
        raise error

    def _in_runs(self, shard: int, numbers: Sequence[int], game: str) -> bytes | None:
        return self.archive.look_up(shard, numbers, game) if numbers else None

    def bundle(self, game: str) -> Bundle | None:
        """Return a game that is away; raises ArchiveAway, and ChainBroken for damage."""
        away = self.find(game)
        return None if away is None else self.archive.bundle(game, away.place)

    def heading(self, game: str) -> Bundle | None:
        """Return a game that is away, with only the newest version of its log; raises what `bundle` does."""
        away = self.find(game)
        return None if away is None else self.archive.heading(game, away.place)

    def let_go(self, bundle: Bundle, place: Place, packed_line: bytes) -> bool:
        """Delete a game here that is in a place, unless it changed; its segment must still be in writing."""
        game, shard, newest = bundle.game, shard_of(bundle.game), newest_of(bundle)
        own = [keys.log(game), keys.packed_log(game), *_beside(game), keys.snapshots(game)]
        fields, values = _fields(bundle)
        answer = self._letting_go(
            keys=[*own, keys.away(shard), keys.shelf(shard)],
            args=[
                *(game, bundle.to, identity_in(newest[0]), packed_line),
                *(sha1(b"\n".join(values)).hexdigest(), pack_place(place), field_of_segment(place.segment)),
                *fields,
            ],
        )
        return bool(answer)

    def take_back(self, game: str) -> bool:
        """Take a game back, packed; return whether it was away."""

        def send(away: Away) -> Any:
            bundle, shard = self.archive.bundle(game, away.place), shard_of(game)
            newest = newest_of(bundle)
            entries = [word for entry_id, held in newest for word in (entry_id, *_with_count(held))]
            hashes = [word for held in (bundle.facts, bundle.names, bundle.data_keys) for word in _with_count(held)]
            packed = here(pack(game, bundle.to, bundle.entries))
            own = [keys.log(game), keys.packed_log(game), *_beside(game)]
            return self._taking_back(
                keys=[*own, keys.away(shard), keys.shelf(shard), keys.dead(shard)],
                args=[
                    *(game, away.noted, pack_place(away.place), GONE),
                    *(packed, bundle.marks, len(newest), *entries, *hashes),
                ],
            )

        return self._again(game, send)

    def bury(self, game: str) -> bool:
        """Delete a game that is away; return whether it was."""
        shard = shard_of(game)

        def send(away: Away) -> Any:
            return self._burying(
                keys=[
                    *(keys.log(game), keys.feed(shard), keys.away(shard), keys.shelf(shard), keys.dead(shard)),
                    *_beside(game),
                ],
                args=[game, away.noted, pack_place(away.place), GONE],
            )

        return self._again(game, send)

    def _again(self, game: str, send: Callable[[Away], Any]) -> bool:
        """Do something to a game that is away, again if it was moved meanwhile."""
        for _ in range(_TIMES):
            away = self.find(game)
            if away is None:
                return False
            if send(away):
                return True
        raise ArchiveAway("unreachable", "its place changes all the time")


def field_of_segment(segment: int) -> str:
    """Name the field of a segment that is being written."""
    return f"begun:{segment:016x}"


def unpack_runs(text: bytes) -> list[int]:
    """Return the numbers of the runs, the newest first."""
    return [int(number, 16) for number in text.split()]


def pack_runs(numbers: Sequence[int]) -> bytes:
    """Return the numbers of runs as they are stored."""
    return b" ".join(b"%016x" % number for number in numbers)


def _beside(game: str) -> list[str]:
    return [keys.facts(game), keys.names(game), keys.data_keys(game), keys.marks(game)]


def _with_count(held: Mapping[bytes, bytes]) -> list[int | bytes]:
    return [2 * len(held), *(word for pair in held.items() for word in pair)]


def _fields(bundle: Bundle) -> tuple[list[int | bytes], list[bytes]]:
    """Return the counted fields of the hashes beside a log, and all their values in the same order."""
    hashes = (bundle.facts, bundle.names, bundle.data_keys)
    fields: list[int | bytes] = []
    for held in hashes:
        fields += [len(held), *held]
    return fields, [*(value for held in hashes for value in held.values()), bundle.marks]
