"""Tests `longroad forget` on a data directory at rest, restored copies of it, and what it refuses."""

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from types import SimpleNamespace

import pytest
from redis import Redis

from eventstore.embedded.server import start
from eventstore.streams import open_store
from service.catalog import RULESETS
from service.cli import main
from service.clients.api_keys import NewKey, make_key
from service.clients.names import names_at
from service.clients.ownership import Maker, Party
from service.forgetting import FILE
from service.game.context import Context, compose
from service.game.data_keys import OWN, place_of
from service.handlers.new_seats import NewSeat
from service.handlers.openings import NewGame, create_game
from service.queue.jobs import Jobs
from service.settings import read_settings
from service.supervisor.run import forget_again
from service.webhooks.registry import NewHook, find_hook, make_hook

ANA, BEA, CYD = "Anastasia Gone", "Beatrice Stays", "Cydonia Leaves"
ROBOT = "The robot of Anastasia"
OUTSIDE = ("LONGROAD_EVENTS_URL", "LONGROAD_REDIS_URL", "LONGROAD_RQ_URL", "LONGROAD_DATA_DIR", "LONGROAD_ARCHIVE")


@contextmanager
def serving(data_dir: Path) -> Iterator[Context]:
    """Yield a context over the stores of a data directory."""
    events, rq = start(data_dir / "events", "no"), start(data_dir / "rq", "no")
    urls = {"LONGROAD_EVENTS_URL": events.url, "LONGROAD_RQ_URL": rq.url}
    store, client = open_store(events.url), Redis.from_url(rq.url)
    settings = read_settings({**urls, "LONGROAD_DATA_DIR": str(data_dir), "LONGROAD_WEBHOOKS": "loopback"})
    try:
        yield compose(settings, store, RULESETS, Jobs(client))
    finally:
        store.close()
        client.close()
        events.stop()
        rq.stop()


@pytest.fixture(scope="module")
def old(tmp_path_factory: pytest.TempPathFactory) -> SimpleNamespace:
    """Return a data directory at rest with two people at one table, one of whom has an API key, and a third alone."""
    data_dir = tmp_path_factory.mktemp("old") / "var"
    with serving(data_dir) as ctx:
        key, text = make_key(ctx, None, NewKey(ANA))
        hook = make_hook(ctx, Party(key=key), NewHook("http://127.0.0.1:8009/anastasia"))
        mine = create_game(
            ctx, NewGame("goofspiel", [NewSeat("human", ANA), NewSeat("ai", ROBOT)]), maker=Maker("share", key.id)
        )
        both = create_game(ctx, NewGame("goofspiel", [NewSeat("human", BEA), NewSeat("human", CYD)]))
    return SimpleNamespace(data_dir=data_dir, key=key.id, hook=hook.id, mine=mine.id, both=both.id, text=text)


@pytest.fixture(autouse=True)
def _clear_store_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in OUTSIDE:
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def data_dir(old: SimpleNamespace, tmp_path: Path) -> Path:
    """Return a copy of that directory for one test."""
    return Path(shutil.copytree(old.data_dir, tmp_path / "var", ignore=shutil.ignore_patterns("LOCK", "*.sock")))


def said(code: int, *arguments: str) -> str:
    """Return what `longroad` prints; check that it exits with that code, and that a refusal is one line."""
    out, err = StringIO(), StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        assert main([*arguments]) == code
    told = (err if code else out).getvalue()
    assert (out if code else err).getvalue() == ""
    assert not code or told.count("\n") == 1
    return told.rstrip("\n").removeprefix("longroad: ")


def holds(data_dir: Path, text: str) -> bool:
    return any(text.encode() in path.read_bytes() for path in data_dir.rglob("*") if path.is_file())


def test_whom_it_cannot_find_is_refused_in_one_line(old: SimpleNamespace, data_dir: Path, tmp_path: Path) -> None:
    of = ("--data-dir", str(data_dir))
    no_one = "key-" + 18 * "0"
    assert said(2, "forget", *of).startswith("say whom: --key ID, or --game ID with --seat N")
    assert said(2, "forget", "--game", old.both, *of).startswith("say whom")
    assert said(2, "forget", "--key", old.key, "--game", old.both, "--seat", "0", *of).startswith("say whom")
    assert said(2, "forget", "--key", no_one, *of) == f"there is no API key {no_one}"
    assert said(2, "forget", "--key", "key-admin", *of) == "there is no API key key-admin"
    assert said(2, "forget", "--game", "none", "--seat", "0", *of) == "there is no game none"
    assert said(2, "forget", "--from", str(tmp_path / "no"), *of).endswith("No such file or directory")
    assert said(2, "forget", "--key", old.key, "--data-dir", str(tmp_path / "x")).endswith("/x/events holds no events")
    assert not (data_dir / FILE).exists()
    (tmp_path / "bad").write_text("Ana\n")
    assert said(2, "restore", str(tmp_path), "--forgotten", str(tmp_path / "bad"), "--data-dir", str(tmp_path / "y"))


def test_a_key_is_forgotten_and_stays_so_in_every_old_copy(
    old: SimpleNamespace, data_dir: Path, tmp_path: Path
) -> None:
    of = ("--data-dir", str(data_dir))
    assert not holds(data_dir, ANA)
    assert said(0, "backup", str(tmp_path / "backup"), *of)
    assert said(0, "forget", "--key", old.key, "--dry-run", *of).splitlines() == [
        f"{old.key}: would be forgotten: 1 seat, 1 game, 1 webhook",
        f"  seat 0 of game {old.mine}",
    ]
    assert json.loads(said(0, "forget", "--key", old.key, "--dry-run", "--json", *of)) == {
        "done": "would be forgotten",
        "who": old.key,
        "seats": [{"game": old.mine, "seat": 0}],
        "webhooks": 1,
    }
    assert said(0, "forget", "--key", old.key, *of) == f"{old.key}: forgotten: 1 seat, 1 game, 1 webhook"
    assert said(0, "forget", "--key", old.key, *of) == f"{old.key}: was forgotten already: 0 seats, 0 games, 0 webhooks"
    assert said(0, "forget", "--list", *of) == f"key {old.key}" == (data_dir / FILE).read_text().rstrip("\n")
    with serving(data_dir) as ctx:
        _is_gone(ctx, old)

    again = tmp_path / "again"
    assert said(0, "restore", str(tmp_path / "backup"), "--forgotten", str(data_dir / FILE), "--data-dir", str(again))
    with serving(again) as ctx:
        assert names_at(ctx, old.mine) == {0: ANA, 1: ROBOT}  # until Longroad starts there
        environment = {
            "LONGROAD_EVENTS_URL": ctx.settings.events_url,
            "LONGROAD_RQ_URL": ctx.settings.rq_url,
            "LONGROAD_DATA_DIR": str(again),
        }
        for _ in range(2):
            forget_again(ctx.settings, {name: str(value) for name, value in environment.items()})
            _is_gone(ctx, old)


def test_no_file_keeps_a_data_key_though_a_rewrite_was_under_way(old: SimpleNamespace, data_dir: Path) -> None:
    with serving(data_dir) as ctx, Redis.from_url(ctx.settings.events_url) as client:
        data_key = ctx.store.data_key(place_of(old.key), OWN)
        client.config_set("rdb-key-save-delay", 50_000)  # microseconds, so that the rewrite takes a second
        client.bgrewriteaof()
        client.config_set("rdb-key-save-delay", 0)
        said(0, "forget", "--key", old.key, "--data-dir", str(data_dir))
        assert data_key
        assert not any(data_key in path.read_bytes() for path in (data_dir / "events").rglob("*.aof"))


def _is_gone(ctx: Context, old: SimpleNamespace) -> None:
    other = compose(ctx.settings, ctx.store, RULESETS, ctx.jobs)
    assert names_at(other, old.mine) == {}
    assert names_at(other, old.both) == {0: BEA, 1: CYD}
    assert find_hook(other, old.hook) is None
    assert other.store.facts(old.key) == {}
    assert [value for value in other.store.facts(old.mine).values() if value.startswith(b"seat:0:")] == []


def test_a_seat_is_forgotten_and_the_next_player_there_is_not(old: SimpleNamespace, data_dir: Path) -> None:
    of = ("--data-dir", str(data_dir))
    seat = ("--game", old.both, "--seat", "1")
    assert said(2, "forget", "--game", old.both, "--seat", "7", *of) == f"game {old.both} has no seat 7"
    assert said(0, "forget", *seat, *of) == f"seat 1 of game {old.both}: forgotten: 1 seat, 1 game, 0 webhooks"
    assert said(0, "forget", *seat, *of).startswith(f"seat 1 of game {old.both}: was forgotten already: 0 seats")
    assert (data_dir / FILE).read_text() == f"seat {old.both} 1 1\n"
    with serving(data_dir) as ctx:
        assert names_at(ctx, old.both) == {0: BEA}
        assert ctx.games.load(old.both).table.seats[1].left == "resigned"
        assert names_at(ctx, old.mine) == {0: ANA, 1: ROBOT}
