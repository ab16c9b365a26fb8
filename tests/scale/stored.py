"""Fills the stores with games, step by step up to a million: some run, some are over, most are in the archive."""

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from eventstore.archive.bundles import Bundle
from eventstore.rows import Row
from service.game.context import Context
from service.game.deadlines import EXPIRY_DEADLINE
from service.views.client_games import CLIENT_GAMES, CLIENTS, games_of
from service.views.lobby_projection import LOBBY, pack_all_lobby_rows
from tests.scale.filing import Copier, file_copies
from tests.scale.hall import Hall
from tests.scale.kept import one_store
from tests.scale.shapes import RUNNING, Shape, copied_rows, copy_logs, new_ids, parts, play, play_short, shape_of
from workers.sweeping.long_logs import KEEP

RUNNING_SHARE: Final = 0.04
OVER_SHARE: Final = 0.26
"""Says which parts of all games run and are over; the others are archived."""
FULL: Final = 50
"""Sets how many games of a kind there are at least: a page of the lobby."""
CLIENT_COUNT: Final = 1_000
"""Sets how many clients made the games that run."""
AT_ONCE: Final = 5_000
DAY_MS: Final = 86_400_000
HOUR_MS: Final = 3_600_000


class Mix(NamedTuple):
    """Counts games that run, that are over and in the log's store, and that are archived."""

    running: int
    over: int
    archived: int


def mix_of(count: int) -> Mix:
    """Divide so many games by kind; even of few there are enough that run and are over to fill a page."""
    running, over = (max(FULL, round(share * count)) for share in (RUNNING_SHARE, OVER_SHARE))
    return Mix(running, over, count - running - over)


class Stored:
    """Holds how many games of each kind have been made, and what they are copies of."""

    def __init__(self, hall: Hall, ctx: Context) -> None:
        self._hall, self._ctx = hall, ctx
        self.running, self.over, bundle = _play_shapes(hall.directory / "shapes")
        self._copier = Copier(bundle)
        self.there = Mix(0, 0, 0)
        self.archived: list[str] = []
        """Names some of the archived games."""

    def grow(self, count: int, tell: Callable[[str], None]) -> None:
        """Add games until there are `count`."""
        wanted = mix_of(count)
        self._hall.sync("no")
        self._add_running(new_ids(wanted.running - self.there.running))
        tell(f"{wanted.running} games run")
        self._add_over(new_ids(wanted.over - self.there.over))
        tell(f"{wanted.over} games are over")
        archived = new_ids(wanted.archived - self.there.archived)
        for number, done in enumerate(file_copies(self._hall, self._ctx.store, self._copier, archived)):
            if number % 20 == 0:
                tell(f"{self.there.archived + done} games are archived")
        self.archived = archived[-500:]
        self.there = wanted
        self._hall.sync("always")

    def _add_running(self, games: Sequence[str]) -> None:
        now = int(time.time() * 1000)
        for some in parts(games, AT_ONCE):
            copy_logs(self._hall, self.running, some, EXPIRY_DEADLINE)
            apart = HOUR_MS / max(1, len(games))
            self._ctx.store.rows.put(LOBBY, list(copied_rows(self.running, some, now, apart)))
            self._ctx.store.rows.put(CLIENT_GAMES, [_client_row(game, n, now) for n, game in enumerate(some)])

    def _add_over(self, games: Sequence[str]) -> None:
        """Add games that ended some days ago; the lobby lists the newest, as many as it may."""
        began = int(time.time() * 1000) - 3 * DAY_MS
        for some in parts(games, AT_ONCE):
            copy_logs(self._hall, self.over, some)
        most = self._ctx.settings.listed_games
        for some in parts(games[-most:], AT_ONCE):
            apart = DAY_MS / max(1, len(games))
            self._ctx.store.rows.put(LOBBY, list(copied_rows(self.over, some, began, apart)))
            began += int(apart * len(some))
            pack_all_lobby_rows(self._ctx)


def _play_shapes(directory: Path) -> tuple[Shape, Shape, Bundle]:
    """Return a game that runs, one that is over, both packed, and one for the archive; on a store without workers."""
    with one_store(directory) as (ctx, redis):
        running, over = play(ctx, "running", RUNNING), play_short(ctx)
        assert ctx.store.pack(running, keep=KEEP)
        assert ctx.store.pack(over)
        bundle = ctx.store.collect(play_short(ctx))
        assert bundle is not None
        return shape_of(redis, ctx, running), shape_of(redis, ctx, over), bundle


def _client_row(game: str, number: int, now_ms: int) -> Row:
    client = f"address-{number % CLIENT_COUNT:018x}"
    return Row(game, RUNNING, {CLIENTS: client, games_of(client): f"{now_ms:015d}"}, client.encode())
