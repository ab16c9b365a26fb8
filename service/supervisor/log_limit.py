"""Keeps the total size of a data directory's logs below a limit, while processes write to them."""

import ctypes
import logging
import os
import sys
from contextlib import suppress
from itertools import count
from pathlib import Path
from shutil import copyfileobj
from time import monotonic
from typing import IO, Final

from service.supervisor.data_directory import EVENTS, LOG, RQ

logger: Final = logging.getLogger("longroad")
MEGABYTE: Final = 1024 * 1024
LOOK_S: Final = 1.0
PARTS: Final = 32
"""The number of parts into which the limit is divided; a log larger than one part is set aside."""
MOST_LOGS: Final = 9
"""The most logs that can exist, including those of the stores and of commands; one part is reserved for each."""
MOST_AT_ONCE: Final = 8
"""The most parts that are kept of a log that has grown very quickly."""
CHUNK: Final = 1 << 20
COLLAPSE_RANGE: Final = 8  # linux/falloc.h


class LogLimit:
    """Checks the logs once a second, and sets large ones aside: `api.log` as `api.log.1`, that as `api.log.2`."""

    def __init__(self, data_dir: Path, most_mb: int) -> None:
        self._data_dir = data_dir
        self._part = most_mb * MEGABYTE // PARTS
        self._due = float("-inf")
        self._fault = ""

    def tend(self) -> None:
        """Check the logs if a second has passed; a failure is logged once, and retried."""
        if monotonic() < self._due:
            return
        self._due = monotonic() + LOOK_S
        fault = self.look()
        if fault and fault != self._fault:
            logger.warning("%s", fault)
        self._fault = fault

    def look(self) -> str:
        """Set aside each log that is too large, and delete the oldest parts of all logs; return an error, or ''."""
        fault = ""
        for log in self._logs():
            try:
                size, most = log.stat().st_size, MOST_AT_ONCE * self._part
                if size > self._part:
                    self._make_room(min(size, most))
                    _set_aside(log, most)
                self._make_room(0)
            except OSError as error:
                fault = f"{log.name} cannot be set aside: {error}"
        return fault

    def _logs(self) -> list[Path]:
        stores = [self._data_dir / name / "store.log" for name in (EVENTS, RQ)]
        return [*(self._data_dir / LOG).glob("*.log"), *(log for log in stores if log.exists())]

    def _make_room(self, size: int) -> None:
        """Delete the oldest parts until a new one of `size` bytes fits."""
        found = [(part, part.stat()) for log in self._logs() for part in older_parts(log)[::-1]]
        found.sort(key=lambda one: one[1].st_mtime)
        excess = sum(stat.st_size for _, stat in found) + size - (PARTS - MOST_LOGS) * self._part
        for part, stat in found:
            if excess > 0:
                part.unlink()
                excess -= stat.st_size


def older_parts(log: Path) -> list[Path]:
    """Return the files into which a log was set aside, the newest first."""
    found = {int(path.suffix[1:]): path for path in log.parent.glob(f"{log.name}.*") if path.suffix[1:].isdecimal()}
    return [found[number] for number in sorted(found)]


def _set_aside(log: Path, most: int) -> None:
    newest = _number(log, 1)
    last = next(number for number in count(1) if not _number(log, number).exists())
    for number in range(last, 1, -1):
        _number(log, number - 1).rename(_number(log, number))
    try:
        move(log, newest, most)
    except OSError:
        with suppress(OSError):
            newest.unlink()
        raise


def _number(log: Path, number: int) -> Path:
    return log.with_name(f"{log.name}.{number}")


def move(log: Path, target: Path, most: int) -> None:
    """Move the lines of a log into a new file; if they take more than `most` bytes, only the last of them.

    The kernel removes the copied blocks from the log, so that lines written meanwhile are not lost; the lines after
    them stay, below a blank line. If the file system cannot do so, the log is truncated, and lines written between
    the last read and the truncation are lost. Raises OSError, and then leaves the log as it was.
    """
    with log.open("r+b") as source, target.open("xb") as kept:
        size, block = os.fstat(source.fileno()).st_size, os.fstatvfs(source.fileno()).f_bsize
        end = (size - 1) // block * block
        if size > most:  # skip to the first whole line
            source.seek(size - most - 1)
            source.readline()
        _copy(source, kept, end - source.tell())
        begin = source.tell()
        line = source.readline()
        kept.write(line)
        kept.flush()
        if _take_out(source.fileno(), end):
            os.pwrite(source.fileno(), b" " * (len(line) - 1) + b"\n", begin - end)
        else:
            _empty(source, kept)


def _copy(source: IO[bytes], kept: IO[bytes], count: int) -> None:
    while count > 0:
        count -= kept.write(source.read(min(count, CHUNK)))


def _take_out(file: int, count: int) -> bool:
    """Let the kernel remove the first `count` bytes of a file; return whether it could."""
    if not sys.platform.startswith("linux"):
        return False
    fallocate = ctypes.CDLL(None).fallocate
    fallocate.argtypes = (ctypes.c_int, ctypes.c_int, ctypes.c_long, ctypes.c_long)
    return bool(fallocate(file, COLLAPSE_RANGE, 0, count) == 0)


def _empty(source: IO[bytes], kept: IO[bytes]) -> None:
    """Copy the rest of a file, and truncate it."""
    while os.fstat(source.fileno()).st_size > source.tell():
        copyfileobj(source, kept, CHUNK)
        kept.flush()
    os.ftruncate(source.fileno(), 0)
