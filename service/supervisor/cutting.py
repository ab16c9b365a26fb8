"""Moves the lines of a log into another file while processes go on to append to it."""

import ctypes
import os
import sys
from pathlib import Path
from shutil import copyfileobj
from typing import IO, Final

CHUNK: Final = 1 << 20
COLLAPSE_RANGE: Final = 8  # linux/falloc.h


def move(log: Path, target: Path, most: int) -> None:
    """Move the lines of a log into a new file; if they take more than `most` bytes, only the last of them.

    The kernel takes the blocks that were copied out of the log, so that no line is lost that is written meanwhile; the
    lines after them stay, below a blank one. Where the file system cannot do so, the log is emptied, and what is
    written between the last look at it and that moment is lost. Raises OSError; the log is as it was then.
    """
    with log.open("r+b") as source, target.open("xb") as kept:
        size, block = os.fstat(source.fileno()).st_size, os.fstatvfs(source.fileno()).f_bsize
        end = (size - 1) // block * block
        _skip(source, size - most)
        _copy(source, kept, end - source.tell())
        begin = source.tell()
        line = source.readline()
        kept.write(line)
        kept.flush()
        if _take_out(source.fileno(), end):
            os.pwrite(source.fileno(), b" " * (len(line) - 1) + b"\n", begin - end)
        else:
            _empty(source, kept)


def _skip(source: IO[bytes], count: int) -> None:
    """Go to the first line that begins after so many bytes."""
    if count > 0:
        source.seek(count - 1)
        source.readline()


def _copy(source: IO[bytes], kept: IO[bytes], count: int) -> None:
    while count > 0:
        count -= kept.write(source.read(min(count, CHUNK)))


def _take_out(file: int, count: int) -> bool:
    """Let the kernel take so many bytes out of the beginning of a file; return whether it could."""
    if not sys.platform.startswith("linux"):
        return False
    fallocate = ctypes.CDLL(None).fallocate
    fallocate.argtypes = (ctypes.c_int, ctypes.c_int, ctypes.c_long, ctypes.c_long)
    return bool(fallocate(file, COLLAPSE_RANGE, 0, count) == 0)


def _empty(source: IO[bytes], kept: IO[bytes]) -> None:
    """Move the rest of a file, and empty it."""
    while os.fstat(source.fileno()).st_size > source.tell():
        copyfileobj(source, kept, CHUNK)
        kept.flush()
    os.ftruncate(source.fileno(), 0)
