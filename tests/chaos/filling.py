"""Lets stores run out of memory, and out of disk where a file system of their own can be mounted."""

import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Final

from tests.chaos.faults import Kind, Scene
from tests.chaos.parts import STORES

DISK_MB: Final = 400
LEFT: Final = 4_000_000
"""Bytes that stay free: less than the service wants, and enough to write on for a while."""
FULL_S: Final = (2.0, 5.0)
DISK: Final = "disk"
"""The group of the faults that need a disk of their own."""


def fill_memory(part: str, scene: Scene) -> None:
    """Let a store refuse, for some seconds, every write that takes memory."""
    with scene.house.client(STORES[part]) as client:
        client.config_set("maxmemory", "1mb")
        time.sleep(scene.rng.uniform(*FULL_S))
        client.config_set("maxmemory", "0")


def fill_disk(left: int, scene: Scene) -> None:
    """Leave this many bytes free on the disk of the data directory for some seconds."""
    with full(scene.house.data_dir.parent, left):
        time.sleep(scene.rng.uniform(*FULL_S))


@contextmanager
def full(directory: Path, left: int = 0) -> Iterator[None]:
    """Leave this many bytes free on the disk of a directory until the block ends."""
    ballast = directory / "ballast"
    with ballast.open("wb", buffering=0) as file:
        with suppress(OSError):  # nothing is allocated where somebody else has taken a little meanwhile
            os.posix_fallocate(file.fileno(), 0, max(1, shutil.disk_usage(directory).free - left))
        with suppress(OSError):
            while not left:
                file.write(bytes(4096))
    try:
        yield
    finally:
        ballast.unlink()


@contextmanager
def disk(directory: Path, megabytes: int = DISK_MB) -> Iterator[bool]:
    """Mount a small disk at a directory where that is allowed, and yield whether it was."""
    mount = ("mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "chaos", str(directory))
    is_own = shutil.which("mount") is not None and not subprocess.run(mount, capture_output=True).returncode
    try:
        yield is_own
    finally:
        if is_own:
            subprocess.run(("umount", "--lazy", str(directory)), check=True)


FILLING: Final = (
    *(Kind(f"fill memory of {part}", "memory", partial(fill_memory, part)) for part in STORES),
    Kind("fill the disk almost", DISK, partial(fill_disk, LEFT)),
    Kind("fill the disk", DISK, partial(fill_disk, 0)),
)
