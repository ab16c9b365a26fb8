"""Tests the embedded store: a directory has one server, of one engine, which ends with its owner."""

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from redis import Redis

from eventstore.embedded import engines
from eventstore.embedded.engines import Engine, engine_at, find_engine
from eventstore.embedded.server import StoreUnavailable, start
from eventstore.streams import open_store
from tests.service.processes import is_alive, wait_for

SH = shutil.which("sh")


def fake_server(directory: Path, name: str, says: str) -> Path:
    directory.mkdir(exist_ok=True)
    binary = directory / name
    binary.write_text(f"#!{SH}\necho '{says}'\n")
    binary.chmod(0o755)
    return binary


def test_it_starts_with_the_flags_that_keep_events(data_dir: Path) -> None:
    store = start(data_dir)
    try:
        with Redis.from_url(store.url, decode_responses=True) as client:
            found = client.config_get("append*") | client.config_get("save") | client.config_get("maxmemory-policy")
            found |= client.config_get("*rdb*") | client.config_get("port")
        assert found["appendonly"] == "yes"
        assert found["appendfsync"] == "always"
        assert found["save"] == ""
        assert found["maxmemory-policy"] == "noeviction"
        assert (found["aof-use-rdb-preamble"], found["rdbcompression"]) == ("yes", "no")
        assert found["port"] == "0"
    finally:
        store.stop()
    assert not store.running()


@pytest.mark.parametrize("fsync", ["always", "everysec", "no"])
def test_the_durability_is_as_chosen(data_dir: Path, fsync) -> None:
    store = start(data_dir, fsync)
    assert open_store(store.url).durability() == fsync
    store.stop()


def test_a_clean_stop_keeps_everything_and_frees_the_directory(data_dir: Path) -> None:
    for round_ in range(3):
        store = start(data_dir, "no")
        with Redis.from_url(store.url) as client:
            assert client.incr("rounds") == round_ + 1
        store.stop()


def test_a_directory_in_use_is_refused_in_one_line(data_dir: Path) -> None:
    store = start(data_dir, "no")
    try:
        with pytest.raises(StoreUnavailable, match="is in use") as refused:
            start(data_dir, "no")
        assert "\n" not in str(refused.value)
        with Redis.from_url(store.url) as client:
            assert client.ping()
    finally:
        store.stop()


def test_a_deep_directory_is_no_obstacle(tmp_path: Path) -> None:
    deep = tmp_path / ("d" * 60) / ("e" * 60)
    store = start(deep, "no")
    assert len(store.url) < 107
    assert (deep / "appendonlydir").is_dir()
    store.stop()


@pytest.mark.parametrize("marker", ["redis 7.2", "redis 6.2", "valkey 99.0", "dragonfly 1.0"])
def test_a_directory_of_another_engine_is_refused_in_one_line(data_dir: Path, marker: str) -> None:
    data_dir.mkdir()
    (data_dir / "ENGINE").write_text(marker + "\n")
    engine = Engine(find_engine().binary, "valkey", find_engine().version)
    with pytest.raises(StoreUnavailable, match=f"written by {marker}") as refused:
        start(data_dir, "no", engine)
    assert "\n" not in str(refused.value)
    (data_dir / "ENGINE").unlink()
    start(data_dir, "no", engine).stop()


def test_data_without_a_marker_is_not_touched(data_dir: Path) -> None:
    data_dir.mkdir()
    (data_dir / "appendonly.aof").write_bytes(b"")
    with pytest.raises(StoreUnavailable, match="unknown engine"):
        start(data_dir, "no")


def test_a_crash_at_the_first_start_leaves_a_directory_that_starts(data_dir: Path) -> None:
    data_dir.mkdir()
    engine = find_engine()
    engines.check_marker(data_dir, engine)
    (data_dir / "appendonlydir").mkdir()
    start(data_dir, "no").stop()


def test_a_newer_version_of_the_engine_takes_over(data_dir: Path) -> None:
    engine = find_engine()
    data_dir.mkdir()
    (data_dir / "ENGINE").write_text(f"{engine.family} 7.0\n")
    start(data_dir, "no").stop()
    assert (data_dir / "ENGINE").read_text() == f"{engine}\n"


def test_a_server_that_ends_at_once_is_reported_in_one_line(data_dir: Path, tmp_path: Path) -> None:
    binary = fake_server(tmp_path / "bin", "valkey-server", "Valkey server v=9.1.0")
    with pytest.raises(StoreUnavailable, match="ended at once") as refused:
        start(data_dir, "no", engine_at(binary))
    assert "\n" not in str(refused.value)
    start(data_dir, "no").stop()


def test_the_order_of_choice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bin_dir = tmp_path / "bin"
    monkeypatch.setenv("PATH", str(bin_dir))
    redis = fake_server(bin_dir, "redis-server", "Redis server v=7.0.15 sha=00000000:0 malloc=jemalloc bits=64")
    assert engines.find_engine().family == "valkey"  # the wheel's
    monkeypatch.setattr(engines, "find_spec", lambda name: None)
    assert engines.find_engine() == Engine(redis, "redis", (7, 0))
    valkey = fake_server(bin_dir, "valkey-server", "Valkey server v=8.1.2 sha=00000000:0")
    assert engines.find_engine() == Engine(valkey, "valkey", (8, 1))


@pytest.mark.parametrize("says", ["Redis server v=6.2.14 sha=0", "KeyDB server v=7.1.0", "nonsense"])
def test_without_a_usable_server_it_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, says: str) -> None:
    fake_server(tmp_path / "bin", "redis-server", says)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.setattr(engines, "find_spec", lambda name: None)
    with pytest.raises(StoreUnavailable, match="LONGROAD_REDIS_URL") as refused:
        find_engine()
    assert "\n" not in str(refused.value)


OWNER = """
import sys, time
from pathlib import Path
from eventstore.embedded.server import start
store = start(Path(sys.argv[1]), "no")
print(store.pid, flush=True)
time.sleep(600)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="the kernel's parent death signal is Linux's own")
def test_the_server_goes_when_its_owner_is_killed(data_dir: Path) -> None:
    owner = subprocess.Popen([sys.executable, "-c", OWNER, str(data_dir)], stdout=subprocess.PIPE, text=True)
    assert owner.stdout
    pid = int(owner.stdout.readline())
    assert is_alive(pid)
    owner.kill()
    owner.wait()
    assert wait_for(lambda: not is_alive(pid))
    start(data_dir, "no").stop()


def test_ctrl_c_in_the_terminal_does_not_reach_the_server(data_dir: Path) -> None:
    store = start(data_dir, "no")
    assert os.getsid(store.pid) != os.getsid(0)
    assert os.getpgid(store.pid) == store.pid
    store.stop()


def test_a_killed_server_leaves_no_lock(data_dir: Path) -> None:
    store = start(data_dir, "always")
    os.kill(store.pid, signal.SIGKILL)
    assert wait_for(lambda: not is_alive(store.pid))
    again = start(data_dir, "always")
    assert again.url == store.url
    again.stop()
    store.stop()


def test_what_a_dead_server_was_writing_anew_is_removed(data_dir: Path) -> None:
    data_dir.mkdir()
    (data_dir / "temp-rewriteaof-bg-7.aof").write_bytes(b"half of it")
    start(data_dir, "no").stop()
    assert list(data_dir.glob("temp-*")) == []
