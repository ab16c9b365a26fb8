"""Measures what a store keeps of a game, structure by structure: while it runs, when it is over, and once archived."""

import re
import secrets
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any, Final

from redis import Redis

from eventstore.keys import SHARDS
from eventstore.records import Version
from service.clients.api_keys import NewKey, make_key
from service.clients.ownership import Maker
from service.clients.players import NewPlayer, make_player
from service.game.context import Context
from service.game.idempotency import Key
from service.handlers.commands import submit
from service.handlers.new_seats import NewSeat
from service.handlers.openings import NewGame, create_game
from service.views.archiving import Filing
from service.views.lobby_projection import Lobby, pack_lobby_rows
from service.views.owed_games import OwedGames
from tests.benchmarks.archived import hosting_in
from tests.scale.appending import append_each, versions_of
from tests.scale.hall import ADMIN_KEY
from tests.scale.shapes import FAR_MS, PEOPLE, SEED, new_ids, play, play_short
from tests.service.following import follow, follow_feeds
from workers.sweeping.long_logs import KEEP, LOOSE, LongLogs
from workers.sweeping.tidying import READERS

SHORT: Final = 383
"""Sets how many short games are played, archived and counted; with the first one their rows fill three blocks."""
WHOLE: Final = 8
"""Sets how many games of Catan are played."""
OPENED: Final = 100
KEYED: Final = 300
"""Sets how many commands are sent under idempotency keys."""
LOOK: Final = 20
"""Sets after how many versions the bytes of a running game are counted again."""
KINDS: Final = (
    ("lists of API keys", r":g:key-.*:facts$"),
    ("lists of players", r":g:player-.*:facts$"),
    ("rows of the lobby", r"^\{p:games\}:"),
    ("other rows", r"^\{p:"),
    ("lists of archived games", r":(filed|unfiled)$"),
    ("idempotency keys", r":claim:"),
    ("places in the archive", r":(away|shelf|dead)$"),
    ("deadlines", r":due$"),
    ("feed", r":(feed|read)$"),
    ("logs", r":g:[0-9a-f]{18}:(ev|old|at)$"),
    ("beside logs", r":g:[0-9a-f]{18}:"),
)
"""Names the structures by the keys that they have in the store; the first pattern that matches counts."""


@contextmanager
def one_store(directory: Path) -> Iterator[tuple[Context, Redis]]:
    """Yield a context on stores and an archive of its own, and the client of the events' store."""
    more = {"LONGROAD_ADMIN_KEY": ADMIN_KEY, "LONGROAD_AI_GAMES": "1000000", "LONGROAD_MIN_FREE_MB": "0"}
    with hosting_in(directory, **more) as found:
        yield found


def by_structure(redis: Redis) -> Counter[str]:
    """Return the bytes of each structure of a store."""
    found: Counter[str] = Counter()
    for key in redis.scan_iter(count=1_000):
        name = key.decode()
        kind = next((kind for kind, pattern in KINDS if re.search(pattern, name)), "other")
        found[kind] += int(redis.memory_usage(key, samples=0) or 0)
    return found


class Sweep:
    """Does for games what the sweep does while they are played and afterwards."""

    def __init__(self, ctx: Context) -> None:
        self._ctx = ctx
        self._packing = LongLogs(ctx)
        self._lobby, self._owed = Lobby(ctx, self._packing.hear, self._packing.hear_end), OwedGames(ctx)

    def step(self) -> None:
        """Bring the lists up to date, and pack."""
        follow_feeds(self._ctx, self._lobby)
        follow(self._ctx, self._owed)
        while self._packing.step():
            continue

    def settle(self) -> None:
        """Pack rows that are old enough tomorrow, and trim the feeds as an hour later."""
        self.step()
        while pack_lobby_rows(self._ctx, -FAR_MS):
            continue
        for reader in READERS:
            for shard, cursor in self._ctx.store.feed_ends().items():
                self._ctx.store.put_checkpoint(reader, shard, cursor)
        self._ctx.store.trim_feeds(FAR_MS, READERS)


def measure_short(directory: Path) -> dict[str, Any]:
    """Return what is kept of a short game that an API key made, with one of its players at the table."""
    with one_store(directory) as (ctx, redis):
        key, _ = make_key(ctx, None, NewKey("an application"))
        player = make_player(ctx, key, NewPlayer(name="somebody"))
        seats = [NewSeat("human", name="somebody", player=player.id, app=key.id), NewSeat("human", name="another")]
        sweep = Sweep(ctx)
        play_short(ctx, Maker(key.id, key.id), seats)
        sweep.settle()
        empty = by_structure(redis)
        games = [play_short(ctx, Maker(key.id, key.id), seats) for _ in range(SHORT)]
        sweep.settle()
        over = by_structure(redis)
        filing, before = Filing(ctx), time.process_time()
        for game in games:
            filing.add(game)
        filing.close()
        archiving = time.process_time() - before
        sweep.settle()
        noted = by_structure(redis)
        assert sum(ctx.store.seal(shard, 1) for shard in range(SHARDS)) == SHORT
        assert sum(ctx.store.seal_lists(shard, 1) for shard in range(SHARDS)) > SHORT
        sealed = by_structure(redis)
        opened = _open_again(ctx, games)
        files = sum(1 for path in (directory / "archive").rglob("*") if path.is_file())
        return {
            "over": _each(over, empty),
            "archived": _each(noted, empty),
            "sealed": _each(sealed, empty),
            "archive_ms": 1e3 * archiving / SHORT,
            "open_ms": opened,
            "files": files / SHORT,
        }


def _each(now: Counter[str], before: Counter[str]) -> dict[str, float]:
    grown = {kind: (now[kind] - before[kind]) / SHORT for kind in now}
    return {kind: size for kind, size in grown.items() if size > 0.5 and kind != "feed"}


def _open_again(ctx: Context, games: list[str]) -> float:
    for game in games[:OPENED]:
        ctx.games.forget(game)
    began = time.process_time()
    for game in games[:OPENED]:
        ctx.games.load(game)
    return 1e3 * (time.process_time() - began) / OPENED


def measure_whole(directory: Path) -> dict[str, Any]:
    """Return the bytes of a game of Catan between four agents: on average while it runs, over, and in the archive."""
    with one_store(directory) as (ctx, redis):
        sweep, filing = Sweep(ctx), Filing(ctx)
        empty = _without_feed(redis)
        games = [play(ctx, f"{SEED} {number}") for number in range(WHOLE)]
        sweep.settle()
        over = (_without_feed(redis) - empty) / WHOLE
        recorded = [versions_of(ctx.store, game) for game in games]
        found = [_while_running(ctx, redis, versions) for versions in recorded]
        return {
            "versions": sum(map(len, recorded)) / WHOLE,
            "running_bytes": sum(sum(own) / len(own) for own, _ in found) / WHOLE,
            "most_bytes": max(max(own) for own, _ in found),
            "feed_bytes": sum(feed for _, feed in found) / WHOLE,
            "over_bytes": over,
            "archived_bytes": sum(map(filing.add, games)) / WHOLE,
        }


def measure_keys(directory: Path) -> float:
    """Return the bytes that stay for a day of the idempotency key of a command, in games of Catan of four people."""
    with one_store(directory) as (ctx, redis):
        random, sent, game = Random(SEED), 0, ""
        while sent < KEYED:
            loaded = ctx.games.load(game) if game else None
            seat = loaded.awaiting()[0].seat if loaded else 0
            commands = loaded.ruleset.actions(loaded.position, seat).commands if loaded else ()
            if commands:
                key = Key.of(secrets.token_hex(16), "POST", game, None, b"")
                submit(ctx, game, seat, [random.choice(commands)], key=key)
                sent += 1
            else:  # none is open, or somebody owes what is not listed, such as a discard
                game = create_game(ctx, NewGame("catan", PEOPLE * 2)).id
        return by_structure(redis)["idempotency keys"] / KEYED


def _while_running(ctx: Context, redis: Redis, versions: Sequence[Version]) -> tuple[list[int], int]:
    """Append a game again, and pack it as the sweep does.

    Return the bytes of its own keys, counted from time to time, and the bytes of its part of the feed.
    """
    [game], own, packed, feed = new_ids(1), [], 0, _feed_bytes(redis)
    for number in append_each(ctx.store, game, versions):
        if number - packed >= LOOSE:
            ctx.store.pack(game, keep=KEEP)
            packed = number - KEEP
        if number % LOOK == 0:
            own.append(sum(int(redis.memory_usage(key, samples=0) or 0) for key in redis.scan_iter(f"*:g:{game}:*")))
    return own, _feed_bytes(redis) - feed


def _feed_bytes(redis: Redis) -> int:
    return by_structure(redis)["feed"]


def _without_feed(redis: Redis) -> int:
    """Return the bytes of a store without its feeds, of which an hour is kept, whatever there is."""
    return by_structure(redis).total() - _feed_bytes(redis)
