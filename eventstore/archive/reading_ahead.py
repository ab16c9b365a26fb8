"""Reads many archived games together, before they are needed one by one."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial

from eventstore.archive.objects import ArchiveAway
from eventstore.archive.places import Place
from eventstore.archive.threads import do_at_once
from eventstore.archiving import Archiving
from eventstore.log.chain import ChainBroken


@contextmanager
def read_ahead(store: Archiving, games: Sequence[str]) -> Iterator[None]:
    """Read those of some games that are in the archive, the first ones first, and hold them until the block ends.

    Nothing fails here because a game cannot be read: it is read again when it is needed. Raises RedisError.
    """
    places = _find_places(store, games)
    with store.archive.prefetched.hold([places[game] for game in games if game in places]):
        yield


def _find_places(store: Archiving, games: Sequence[str]) -> dict[str, Place]:
    """Return where games are; several are looked up at once, since the index may have to be read for each."""
    found = dict[str, Place]()

    def find(game: str) -> None:
        try:
            place = store.find_away(game)
        except ArchiveAway:
            raise
        except ChainBroken:  # its page of the index is damaged
            return
        if place is not None:
            found[game] = place

    with suppress(ArchiveAway):
        do_at_once(partial(find, game) for game in games)
    return found
