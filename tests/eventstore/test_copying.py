"""Tests a copy of a store at work: it holds what was confirmed before it began, and another store can load it."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread

import pytest
from redis import Redis

from eventstore.embedded.copying import FILES, LIST, copy_store, count_games
from eventstore.embedded.server import Fsync, StoreUnavailable, find_running, hold, start
from eventstore.log.chain import verify_chain
from eventstore.streams import open_store
from tests.eventstore.samples import versions
from tests.service.processes import wait_for

GAMES = tuple(f"game-{number}" for number in range(3))
COPIES = 6


def nobody(_done: int, _total: int) -> None:
    """Ignore the progress."""


class Writer(Thread):
    """Appends to every game in turn, and remembers what was confirmed."""

    def __init__(self, url: str) -> None:
        super().__init__()
        self.store = open_store(url)
        self.confirmed = dict.fromkeys(GAMES, 0)
        self.is_over = Event()
        self.went_round = Event()

    def run(self) -> None:
        while not self.is_over.is_set():
            for game in GAMES:
                self.confirmed[game] = self.store.append(game, self.confirmed[game], versions(3))
            self.went_round.set()
        self.store.close()


@contextmanager
def written(url: str) -> Iterator[Writer]:
    """Yield a writer at work."""
    writer = Writer(url)
    writer.start()
    try:
        yield writer
    finally:
        writer.is_over.set()
        writer.join()


def heads_in(directory: Path) -> dict[str, int]:
    """Return the heads of all games in a store on a directory, after every chain was verified."""
    store = start(directory)
    read = open_store(store.url)
    try:
        for game in GAMES:
            verify_chain(read.read(game))
        return {game: read.head(game) for game in GAMES}
    finally:
        read.close()
        store.stop()


@pytest.mark.parametrize("fsync", ["always", "everysec"])
def test_what_was_confirmed_is_in_a_copy_though_files_are_rewritten(
    data_dir: Path, tmp_path: Path, fsync: Fsync
) -> None:
    store = start(data_dir, fsync)
    before: list[dict[str, int]] = []
    lists = set()
    with Redis.from_url(store.url) as client, written(store.url) as writer:
        for number in range(COPIES):
            writer.went_round.clear()
            assert writer.went_round.wait(180)
            before.append(dict(writer.confirmed))
            if number == COPIES // 2:
                wait_for(lambda: not client.info("persistence")["aof_rewrite_in_progress"])
            if not client.info("persistence")["aof_rewrite_in_progress"]:
                client.bgrewriteaof()
            copy_store(data_dir, tmp_path / str(number), nobody)
            lists.add((tmp_path / str(number) / FILES / LIST).read_bytes())
    store.stop()
    assert len(lists) > 1
    after = heads_in(data_dir)
    for number in range(COPIES):
        assert count_games(tmp_path / str(number)) == len(GAMES)
        found = heads_in(tmp_path / str(number))
        for game in GAMES:
            assert 0 < before[number][game] <= found[game] <= after[game]


def test_a_copy_loses_what_is_written_after_it_alone(data_dir: Path, tmp_path: Path) -> None:
    store = start(data_dir)
    read = open_store(store.url)
    read.append(GAMES[0], 0, versions(4))
    copy_store(data_dir, tmp_path / "copy", nobody)
    read.append(GAMES[0], 4, versions(1))
    read.append(GAMES[1], 0, versions(1))
    read.close()
    store.stop()
    assert heads_in(tmp_path / "copy") == {GAMES[0]: 4, GAMES[1]: 0, GAMES[2]: 0}


def test_trying_a_copy_out_leaves_its_data_alone(data_dir: Path, tmp_path: Path) -> None:
    store = start(data_dir)
    read = open_store(store.url)
    read.append(GAMES[0], 0, versions(4))
    read.close()
    store.stop()
    copy_store(data_dir, tmp_path / "copy", nobody)
    found = {path: path.read_bytes() for path in (tmp_path / "copy").rglob("*") if path.is_file()}
    assert count_games(tmp_path / "copy") == 1
    assert {path: path.read_bytes() for path in (tmp_path / "copy").rglob("*") if path.is_file()} == found


def test_a_file_that_its_list_names_but_is_not_there_is_told(
    data_dir: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    start(data_dir).stop()
    next((data_dir / FILES).glob("*.incr.aof")).unlink()
    monkeypatch.setattr("eventstore.embedded.copying._PATIENCE_S", 0.1)
    with pytest.raises(StoreUnavailable, match="does not hold what its list names"):
        copy_store(data_dir, tmp_path / "copy", nobody)
    assert not (tmp_path / "copy").exists()


def test_a_store_at_work_is_found_by_its_directory(data_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert find_running(data_dir) is None
    store = start(data_dir)
    try:
        assert hold(data_dir) is None
        monkeypatch.setenv("XDG_RUNTIME_DIR", str(data_dir))  # as where a job at night has another environment
        found = find_running(data_dir)
        assert found is not None
        assert found.config_get("dir")["dir"] == str(data_dir)
        found.close()
    finally:
        store.stop()
    assert find_running(data_dir) is None


def test_one_that_is_held_but_does_not_answer_is_told(data_dir: Path, tmp_path: Path) -> None:
    start(data_dir).stop()
    held = hold(data_dir)
    assert held is not None
    with pytest.raises(StoreUnavailable, match="in use, but the store there does not answer"):
        copy_store(data_dir, tmp_path / "copy", nobody)
    assert not (tmp_path / "copy").exists()
