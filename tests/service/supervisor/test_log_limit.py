"""Tests that logs are set aside by size while they are written, within a limit in all, and that no line is lost."""

import errno
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import IO

import pytest

from service.supervisor import log_limit
from service.supervisor.log_limit import LogLimit, move, older_parts

MB = 1024 * 1024
PART = MB // 32
AT_ONCE = 200
"""Says how many lines are written between two looks."""
LINES = 12_000
LINE = re.compile(r"\S+Z INFO api line \d{6} x*")
WRITER = """
import logging, sys
from service.process import logs
logs.begin("api")
number = 0
for line in sys.stdin:
    for number in range(number, number + int(line)):
        logging.info("line %06d %s", number, "x" * (number % 150))
    number += 1
    print(number, flush=True)
"""


@pytest.fixture
def log(tmp_path: Path) -> Path:
    (tmp_path / "log").mkdir()
    return tmp_path / "log" / "api.log"


def held(data_dir: Path) -> int:
    return sum(path.stat().st_size for path in data_dir.rglob("*") if path.is_file())


def lines(log: Path) -> list[str]:
    """Return all lines that are kept, the oldest first, without blank ones."""
    files = [*older_parts(log)[::-1], log]
    return [line for path in files for line in path.read_text().split("\n") if line.strip()]


def write(log: Path, count: int, after_each: Callable[[], None], *, waits: bool = False) -> None:
    """Let a process write so many lines; something happens after each few, while it writes on unless it `waits`."""
    with (
        log.open("ab") as output,
        subprocess.Popen(
            (sys.executable, "-c", WRITER), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=output, text=True
        ) as writer,
    ):
        assert writer.stdin is not None
        assert writer.stdout is not None
        for _ in range(count // AT_ONCE):
            writer.stdin.write(f"{AT_ONCE}\n")
            writer.stdin.flush()
            if waits:
                writer.stdout.readline()
            after_each()
            if not waits:
                writer.stdout.readline()
        writer.stdin.close()


@pytest.fixture(params=["taken out", "emptied"])
def is_emptied(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Let logs be cut in one way and in the other, if this file system can do both."""
    if request.param == "emptied":
        monkeypatch.setattr(log_limit, "_take_out", lambda *_: False)
        return True
    trial = tmp_path / "trial"
    trial.write_bytes(bytes(PART))
    move(trial, tmp_path / "moved", PART)
    if trial.stat().st_size == 0:
        pytest.skip("this file system takes nothing out of files")
    trial.unlink()
    (tmp_path / "moved").unlink()
    return False


def test_a_log_is_set_aside_while_it_is_written_and_no_line_is_lost(log: Path, is_emptied: bool) -> None:
    limit, sizes = LogLimit(log.parents[1], 1), []

    def look() -> None:
        limit.look()
        sizes.append(held(log.parents[1]))

    write(log, LINES, look, waits=is_emptied)  # what is written as a log is emptied may be lost
    kept = lines(log)
    assert MB // 2 < max(sizes) <= MB
    assert [line for line in kept if not LINE.fullmatch(line)] == []
    numbers = [int(line.split()[4]) for line in kept]
    assert numbers == list(range(numbers[0], LINES))
    assert older_parts(log)[0].read_bytes().endswith(b"\n")


def test_the_oldest_parts_of_all_logs_go_first(log: Path) -> None:
    logs = [log, log.with_name("sweep.log"), log.parents[1] / "events" / "store.log"]
    logs[2].parent.mkdir()
    limit = LogLimit(log.parents[1], 1)
    for hour in range(60):
        grown = logs[2] if hour in (0, 59) else logs[hour % 2]
        with grown.open("a") as file:
            file.write(f"{hour:03}\n" * (PART // 3))
        limit.look()
        os.utime(older_parts(grown)[0], (hour * 3600, hour * 3600))
    kept = sorted(part.read_text().split()[-1] for one in logs for part in older_parts(one))
    assert kept == [f"{hour:03}" for hour in range(60 - len(kept), 60)]
    assert len(kept) >= 15
    assert held(log.parents[1]) <= MB


def test_of_a_log_that_is_larger_than_the_limit_the_last_lines_are_kept(log: Path, is_emptied: bool) -> None:
    log.write_text("".join(f"{number:09}\n" for number in range(300_000)))
    LogLimit(log.parents[1], 1).look()
    numbers = [int(line) for line in lines(log)]
    assert numbers == list(range(numbers[0], 300_000))
    assert held(log.parents[1]) <= MB


def test_a_line_that_has_no_end_yet_goes_on_in_the_log(log: Path, is_emptied: bool) -> None:
    log.write_text("x" * 3 * PART)
    LogLimit(log.parents[1], 1).look()
    (older,) = older_parts(log)
    assert len(older.read_text() + log.read_text().lstrip()) == 3 * PART


def test_a_log_that_cannot_be_set_aside_is_whole_and_told_of_once_and_the_others_are_shortened(
    log: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(source: IO[bytes], kept: IO[bytes], count: int) -> None:
        if source.name == str(log):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        copy(source, kept, count)

    copy = log_limit._copy
    monkeypatch.setattr(log_limit, "LOOK_S", 0)
    monkeypatch.setattr(log_limit, "_copy", fail)
    text = "line\n" * PART
    others = [log.with_name("ai.log"), log.with_name("sweep.log")]
    for one in (log, *others):
        one.write_text(text)
    limit = LogLimit(log.parents[1], 1)
    limit.tend()
    limit.tend()
    assert caplog.messages == ["api.log cannot be set aside: [Errno 28] No space left on device"]
    assert (log.read_text(), older_parts(log)) == (text, [])
    assert [len(older_parts(one)) for one in others] == [1, 1]
