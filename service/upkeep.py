"""Does for commands at once what the sweep does bit by bit; Longroad may run meanwhile, or not.

Finished games move to the archive; rows of the lobby and snapshots, which are derived from the games, are made again.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, NamedTuple

from eventstore.archive.archiver import list_all_dead, overwrite
from eventstore.embedded.engines import MARKER, StoreUnavailable
from eventstore.embedded.server import find_running, hold, start
from service.clients.own_games import file_lists, list_owners
from service.clients.ratings import all_lists, rebuild
from service.game.context import Context, build
from service.game.quarantine import apart
from service.game.shelving import Due, Shelves
from service.process.known_store import file_of_host
from service.settings import Settings
from service.supervisor.data_directory import EVENTS, RQ
from service.views.archiving import Filing, Moved, exclusively
from service.views.lobby_projection import LOBBY, keep_rows, pack_all_lobby_rows

AT_ONCE: Final = 50


@contextmanager
def open_context(settings: Settings) -> Iterator[Context]:
    """Yield a context over the stores of the settings; embedded ones that do not run are started meanwhile.

    Raises StoreUnavailable if there is no store, or if it does not answer.
    """
    with ExitStack() as stack:
        events_url = settings.events_url or stack.enter_context(_start_embedded(settings.data_dir / EVENTS))
        rq_url = settings.rq_url or _beside(settings.data_dir / RQ)
        yield build(replace(settings, events_url=events_url, rq_url=rq_url), known_store=file_of_host(settings))


@contextmanager
def _start_embedded(directory: Path) -> Iterator[str]:
    """Yield the URL of the store that keeps its data in a directory, started for as long as it is needed."""
    if not (directory / MARKER).is_file():
        raise StoreUnavailable(f"{directory} holds no events")
    lock = hold(directory)
    if lock is None:
        client = find_running(directory)
        if client is None:
            raise StoreUnavailable(f"{directory} is in use, but the store there does not answer")
        client.close()
        yield f"unix://{client.connection_pool.connection_kwargs['path']}"
        return
    os.close(lock)
    store = start(directory)
    try:
        yield store.url
    finally:
        store.stop()


def _beside(directory: Path) -> str:
    """Return the URL of the queues' store if it runs; nothing here needs it."""
    client = find_running(directory) if directory.is_dir() else None
    return f"unix://{client.connection_pool.connection_kwargs['path'] if client else directory / 'none.sock'}"


@dataclass(slots=True)
class Archived:
    """Counts what was done so far: games looked at, due, and moved (or counted), and their bytes in the archive.

    `lost` games stay in files of an older release, for no directory with such files is named.
    """

    looked: int = 0
    due: int = 0
    games: int = 0
    size: int = 0
    lost: int = 0

    def add(self, moved: Moved) -> None:
        """Add games that moved."""
        self.games, self.size = self.games + moved.games, self.size + moved.size


def archive_games(context: Context, done: Archived, tell: Callable[[], None], *, only_count: bool) -> None:
    """Archive every game that is due, also of 1.0 and in files of older releases, and count in `done` what was done.

    Then their entries in the lists of owners move, too; a list that names a game that is damaged or gone is logged, and
    stays. Raises OSError if the archive cannot be written, ArchiveAway if it cannot be read, and ChainBroken for a
    segment in which deleted games cannot be overwritten. It may be cut short at any moment, and goes on when it is
    called again. `tell` is called after each page of games.
    """
    shelves, filing = Shelves(context.games, context.settings.archive_after_days, packs_older=True), Filing(context)
    for due in _due(context, shelves, done, tell):
        size = filing.add(due.game)
        if only_count:
            filing.forget()
            done.add(Moved(bool(size), size))
        elif filing.is_full:
            done.add(filing.close())
    if not filing.is_empty:
        done.add(filing.close())
    if not only_count:
        for _ in file_lists(context, list_owners(context)):
            continue
    if done.games and not only_count:
        context.store.compact()
        clear_archive(context)


def clear_archive(context: Context) -> int:
    """Overwrite in the archive what was deleted or has left it; return how many games that were.

    Meanwhile no sweep does so. Raises OSError, and ChainBroken for a damaged segment.
    """
    with exclusively(context) as may_go_on:
        return overwrite(context.store, list_all_dead(context.store), may_go_on)


def _due(context: Context, shelves: Shelves, done: Archived, tell: Callable[[], None]) -> Iterator[Due]:
    for page in context.store.all_games():
        kept = context.store.describe_logs(page)
        for due in shelves.due(kept, context.clock()):
            if due.archived:
                done.due += 1
                yield due
        done.looked += len(page)
        done.lost += sum(shelves.is_lost(one) for one in kept)
        tell()


class Rebuilt(NamedTuple):
    """Counts rows of the lobby: `made` were made again, and `dropped` were deleted, since their games are gone."""

    made: int
    dropped: int


def rebuild_lobby(context: Context, tell: Callable[[int], None], *, clear: bool = False) -> Rebuilt:
    """Make the lobby's row of each game again, and delete the rows of games that no longer exist.

    With `clear` all rows are deleted first; without it they can be read meanwhile. A row is never replaced by one of an
    earlier version of its game. So games may be played, opened and deleted at the same time, and the sweep may make
    rows, too. `tell` is called with the number of games that were looked at so far.
    """
    if clear:
        context.store.rows.clear(LOBBY)
    made = looked = 0
    for page in context.store.all_games():
        for first in range(0, len(page), AT_ONCE):
            games = page[first : first + AT_ONCE]
            made += len(keep_rows(context, games))
            looked += len(games)
            tell(looked)
    dropped = 0
    for found in context.store.rows.games(LOBBY):
        strays = [game for game in found if game not in context.store.find_existing(found)]
        context.store.rows.drop(LOBBY, strays)
        dropped += len(strays)
    pack_all_lobby_rows(context)
    return Rebuilt(made, dropped)


def rebuild_ratings(context: Context) -> int:
    """Make the ratings of all lists again from the stored results; return how many there are."""
    return sum(len(rebuild(context, of)) for of in all_lists(context))


def rebuild_snapshots(context: Context, tell: Callable[[int], None]) -> int:
    """Drop the snapshots of all games and load each from its events; return how many were loaded.

    Loading stores the newest snapshot that is due. A snapshot only saves time, so games can be read meanwhile. Games
    that cannot be read are left out. `tell` is called with the number of games that were looked at so far.
    """
    made = looked = 0
    for page in context.store.all_games():
        for game in page:
            with apart(game):
                context.store.drop_snapshots(game)
                context.games.forget(game)
                made += context.games.load(game).version > 0
            looked += 1
            tell(looked)
    return made
