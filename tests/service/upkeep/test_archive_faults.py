"""Tests what commands say of archived games while the archive cannot be read: one line with the cause, no traceback."""

import socket
from dataclasses import replace
from pathlib import Path

import pytest

from eventstore.archive.opening import open_archive
from eventstore.keys import shard_of
from eventstore.streams import RedisEventStore, open_store
from service.clients import fact_names
from service.clients.api_keys import NewKey, make_key
from service.clients.own_games import list_owners
from service.game.context import Context, compose
from service.upkeep import Archived, archive_games
from tests.conftest import StorePair
from tests.eventstore.archive.putting_away import put_away
from tests.service.cli.forked import longroad
from tests.service.upkeep.bids import finished

GAME = "GAME"
COMMANDS = [
    ("archive", "--archive-after-days", "0"),
    ("delete-finished", "--days", "1"),
    ("close", GAME),
    ("rename", GAME, "0", "Ann"),
    ("forget", "--game", GAME, "--seat", "0"),
]


@pytest.fixture
def away(ctx: Context, stores: StorePair, archive: Path) -> str:
    """Return a game that is archived."""
    game, store = finished(ctx), open_store(stores.events_url, archive=open_archive(archive))
    assert isinstance(store, RedisEventStore)
    assert put_away(store, game) == [game]
    store.close()
    return game


@pytest.fixture
def asked(stores: StorePair, tmp_path: Path) -> dict[str, str]:
    """Return settings with an object store at a port where nobody listens."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        bucket = f"s3://games?endpoint=http://127.0.0.1:{found.getsockname()[1]}&region=eu-1"
    stores_of = {"LONGROAD_EVENTS_URL": stores.events_url, "LONGROAD_RQ_URL": stores.rq_url, "LONGROAD_REDIS_URL": ""}
    keys = {"AWS_ACCESS_KEY_ID": "operator", "AWS_SECRET_ACCESS_KEY": "secret"}
    place = {"LONGROAD_DATA_DIR": str(tmp_path / "data"), "LONGROAD_ARCHIVE": bucket}
    return {**stores_of, **keys, **place, "LONGROAD_STORE_PROMISES": "may-lose-games"}


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
def test_a_command_says_in_one_line_that_the_archive_is_away(
    ctx: Context, away: str, asked: dict[str, str], command: tuple[str, ...]
) -> None:
    finished(ctx)
    done = longroad(*(away if word == GAME else word for word in command), **asked)
    assert (done.returncode, done.stdout) == (2, ""), done
    last = done.stderr.splitlines()[-1]
    assert last.startswith("longroad: ")
    assert "is unreachable" in last
    assert "Traceback" not in done.stderr


def test_lists_of_others_move_though_the_place_of_a_game_is_gone(
    ctx: Context, stores: StorePair, archive: Path, caplog: pytest.LogCaptureFixture
) -> None:
    store = open_store(stores.events_url, archive=open_archive(archive))
    assert isinstance(store, RedisEventStore)
    settings = replace(ctx.settings, archive_after_days=1)
    context = compose(settings, store, ctx.rulesets, ctx.jobs)
    lost, other = finished(ctx), finished(ctx)
    assert put_away(store, lost) == [lost]
    assert store.seal(shard_of(lost), 1) == 1
    for path in archive.glob("index/*/*"):
        path.unlink()
    assert put_away(store, other) == [other]
    for _ in range(2):
        make_key(context, None, NewKey())
    first, second = list_owners(context)
    for owner, game in ((first, lost), (second, other)):
        store.set_facts(owner, {fact_names.game(game): b"1 1"})

    archive_games(context, Archived(), lambda: None, only_count=False)

    assert f"the list of {first} names an archived game that is damaged or gone" in caplog.text
    assert store.fact(first, fact_names.game(lost)) == b"1 1"
    assert [one.game for one in store.entries(second, 5)] == [other]


def test_games_that_were_deleted_before_the_archive_failed_are_among_the_acts(
    ctx: Context, away: str, asked: dict[str, str]
) -> None:
    long_ago = ctx.clock() - 864_000_000
    finished(replace(ctx, clock=lambda: long_ago))
    assert longroad("delete-finished", "--days", "1", **asked).returncode == 2
    assert "deleteFinishedGames games finished_days=1 removed=1 kept=0" in longroad("acts", **asked).stdout
