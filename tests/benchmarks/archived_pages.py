"""Measures a page of a list whose games are all in the archive, in a process that remembers none of them.

The archive is a directory whose reads take as long as a request to an object store would. The games are copies of one
game of Catan with four agents, and belong to an API key: first all in a few segments, then each in one of its own, and
then with their places and the list in the archive, too. Views are asked without HTTP.
"""

import os
import time
from itertools import count
from typing import Any, Final

from eventstore.archive.objects import Objects
from eventstore.keys import SHARDS
from service.clients import fact_names
from service.clients.api_keys import ApiKey, NewKey, make_key
from service.clients.ownership import Party
from service.game.context import Context, build
from service.handlers.openings import NewGame, create_game
from service.views.archiving import Filing
from service.views.games_pages import games_page
from tests.benchmarks.archived import SEATS, copy_of, hosting, play_on
from tests.benchmarks.report import report

LATENCY_S: Final = float(os.environ.get("LATENCY_MS", "30")) / 1000
GAMES: Final = 120
DAY_MS: Final = 86_400_000


def run() -> None:
    """Take all of these measurements."""
    with hosting() as (ctx, redis):
        game = create_game(ctx, NewGame("catan", SEATS, seed="in the archive")).id
        while not ctx.games.load(game).table.finished:
            play_on(ctx, game)
        dumped = {key.decode().rpartition(":")[2]: redis.dump(key) for key in redis.scan_iter(f"*:g:{game}:*")}
        measure(ctx, "in_few_segments", put_away(ctx, redis, dumped, GAMES))
        owner = put_away(ctx, redis, dumped, 1)
        measure(ctx, "in_a_segment_each", owner)
        for shard in range(SHARDS):
            ctx.store.seal(shard, 1)
            ctx.store.seal_lists(shard, 1)
        measure(ctx, "with_index_and_list", owner)


def put_away(ctx: Context, redis: Any, dumped: dict[str, bytes], in_segment: int) -> ApiKey:
    """Return a key with archived games, so many of them in a segment."""
    owner, _ = make_key(ctx, None, NewKey())
    filing, ends = Filing(ctx), ctx.clock() - DAY_MS
    games = [copy_of(redis, dumped) for _ in range(GAMES)]
    for number, game in enumerate(games, 1):
        filing.add(game)
        if filing.is_full or not number % in_segment:
            filing.close()
    ctx.store.set_facts(owner.id, {fact_names.game(game): b"%d 1" % (ends + at) for at, game in enumerate(games)})
    assert ctx.store.file(owner.id, fact_names.GAMES, games, ends) == GAMES
    return owner


def measure(ctx: Context, name: str, owner: ApiKey) -> None:
    """Report what the first page of a key takes."""
    new = build(ctx.settings)
    objects, reads = new.store.archive.objects, count()
    assert objects is not None
    slow_down(objects, reads)
    began, used = time.monotonic(), time.process_time()
    page = games_page(new, party=Party(key=owner))
    assert len(page["games"]) == 50
    report(f"archived_page_{name}_wall", time.monotonic() - began, "s")
    report(f"archived_page_{name}_cpu", time.process_time() - used, "s")
    report(f"archived_page_{name}_requests", next(reads), "requests")


def slow_down(objects: Objects, reads: "count[int]") -> None:
    """Let each read take as long as a request, and count it."""
    read = objects.get

    def wait(name: str, start: int = 0, size: int | None = None) -> bytes:
        next(reads)
        time.sleep(LATENCY_S)
        return read(name, start, size)

    objects.get = wait  # type: ignore[method-assign]
