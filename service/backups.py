"""Backs up the log of every game, and restores it.

A backup is written aside, tested, and renamed when all of it is on the disk. Before a restore writes anything,
everything is checked against the manifest, which has the sum of each file; its own SHA-256 is in a file beside it, in
the format of `sha256sum --check`.
"""

import json
import os
import shutil
import stat
import tempfile
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, NamedTuple

from eventstore.embedded.copying import copy_store, count_games
from eventstore.embedded.engines import MARKER, check_marker, find_engine
from service.forgetting import FILE
from service.forgetting.entries import BadEntry, Entry, note_in_file, read_entries
from service.process.build import commit, version
from service.supervisor.data_directory import EVENTS

PART: Final = ".part"
"""Ends the name of a directory that is still being written."""

FORMAT: Final = 2
MANIFEST: Final = "manifest.json"
DIGEST: Final = "manifest.sha256"
Tell = Callable[[str, int, int], None]
"""Receives what is going on, how many bytes are done, and of how many."""
_CHUNK: Final = 1 << 20


class BackupRefused(Exception):
    """Reports that a backup cannot be made or restored; the message is one line for the operator."""


class Sum(NamedTuple):
    """Holds a file's size and checksum in the manifest."""

    bytes: int
    sha256: str


def files_in(directory: Path) -> list[str]:
    """List the paths of all files below a directory, sorted; raises BackupRefused for links and the like."""
    found = sorted(path for path in directory.rglob("*") if not stat.S_ISDIR(path.lstat().st_mode))
    odd = next((path for path in found if not stat.S_ISREG(path.lstat().st_mode)), None)
    if odd is not None:
        raise BackupRefused(f"{odd} is not a plain file")
    return [path.relative_to(directory).as_posix() for path in found]


def sum_of(path: Path, passed: Callable[[bytes], Any]) -> Sum:
    """Compute the sum of a file, passing each piece of it to `passed`."""
    digest, length = sha256(), 0
    with path.open("rb") as file:
        while piece := file.read(_CHUNK):
            digest.update(piece)
            length += len(piece)
            passed(piece)
    return Sum(length, digest.hexdigest())


def sums_of(directory: Path, names: list[str], what: str, tell: Tell) -> dict[str, Sum]:
    """Compute the sums of many files, and report progress."""
    total = sum((directory / name).stat().st_size for name in names)
    done = 0

    def pass_on(piece: bytes) -> None:
        nonlocal done
        done += len(piece)
        tell(what, done, total)

    return {name: sum_of(directory / name, pass_on) for name in names}


def flush(directory: Path) -> None:
    """Wait until a directory and everything in it are on the disk."""
    for path in (*directory.rglob("*"), directory):
        descriptor = os.open(path, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


@dataclass(frozen=True, slots=True)
class Manifest:
    """Describes a backup."""

    format: int
    longroad: str
    engine: str
    time: str
    games: int
    files: Mapping[str, Sum]
    commit: str | None = None

    @property
    def size(self) -> int:
        """Return the total size of the files in bytes."""
        return sum(found.bytes for found in self.files.values())


def write_manifest(directory: Path, manifest: Manifest) -> None:
    """Write the manifest and its digest as the last files of a backup."""
    files = {name: found._asdict() for name, found in manifest.files.items()}
    text = (json.dumps({**asdict(manifest), "files": files}, indent=1) + "\n").encode()
    for name, content in ((MANIFEST, text), (DIGEST, _digest_line(text))):
        (directory / name).touch(mode=0o600, exist_ok=False)
        (directory / name).write_bytes(content)


def read_manifest(directory: Path) -> Manifest:
    """Read the manifest of a backup; raises BackupRefused if it is missing, changed or too new."""
    if not (directory / MANIFEST).is_file() or directory.name.endswith(PART):
        raise BackupRefused(f"{directory} is not a whole backup")
    text = (directory / MANIFEST).read_bytes()
    try:
        document: Any = json.loads(text)
    except ValueError:
        document = {}
    found = document.get("format") if isinstance(document, dict) else None
    if isinstance(found, int) and found > FORMAT:
        raise BackupRefused(f"{directory} has format {found}, and this Longroad reads no newer one than {FORMAT}")
    if not (directory / DIGEST).is_file() or (directory / DIGEST).read_bytes() != _digest_line(text):
        raise BackupRefused(f"{directory / MANIFEST} is not what was written: its digest differs")
    return Manifest(**{**document, "files": {name: Sum(**row) for name, row in document["files"].items()}})


def check_files(directory: Path, manifest: Manifest, tell: Tell) -> None:
    """Raise BackupRefused for the first file of a backup that is missing, unexpected or changed."""
    names = [name for name in files_in(directory) if name not in (MANIFEST, DIGEST)]
    for name in sorted({*names} ^ {*manifest.files}):
        wrong = "is missing" if name in manifest.files else "does not belong to the backup"
        raise BackupRefused(f"{directory / name} {wrong}")
    found = sums_of(directory, names, "checking", tell)
    for name in names:
        if found[name] != manifest.files[name]:
            raise BackupRefused(f"{directory / name} is not what was written: its digest differs")


def _digest_line(text: bytes) -> bytes:
    return f"{sha256(text).hexdigest()}  {MANIFEST}\n".encode()


def back_up(data_dir: Path, target: Path, tell: Tell) -> Manifest:
    """Write a backup of a data directory, even while Longroad runs on it; return its manifest.

    Raises BackupRefused, StoreUnavailable or OSError; nothing is left behind then.
    """
    target = target.resolve()
    _check_target(target)
    begun = datetime.now(UTC).isoformat(timespec="seconds")
    part = Path(tempfile.mkdtemp(prefix=f".{target.name}.", suffix=PART, dir=target.parent))
    try:
        copy_store(data_dir / EVENTS, part / EVENTS, lambda done, total: tell("copying", done, total))
        games = count_games(part / EVENTS)
        engine = (part / EVENTS / MARKER).read_text().strip()
        sums = sums_of(part, files_in(part), "summing", tell)
        manifest = Manifest(FORMAT, version(), engine, begun, games, sums, commit())
        write_manifest(part, manifest)
        flush(part)
        part.rename(target)
    except BaseException:  # whatever ends it, also Ctrl-C: half a backup must not stay
        shutil.rmtree(part, ignore_errors=True)
        raise
    return manifest


def _check_target(target: Path) -> None:
    if not target.parent.is_dir():
        raise BackupRefused(f"there is no directory {target.parent}")
    if target.exists() and not target.is_dir():
        raise BackupRefused(f"{target} is not a directory")
    if target.is_dir() and any(target.iterdir()):
        raise BackupRefused(f"{target} is not empty")
    if target.name.endswith(PART):
        raise BackupRefused(f"the name of a backup must not end in {PART}")


def restore(source: Path, data_dir: Path, tell: Tell, forgotten: Path | None = None) -> Manifest:
    """Restore a backup into a data directory that is empty or missing; return its manifest.

    Everyone in the list of the `forgotten` is forgotten again when Longroad starts there. Raises BackupRefused,
    StoreUnavailable (another engine wrote it) or OSError; the data directory is unchanged then.
    """
    source = source.resolve()
    manifest = read_manifest(source)
    if data_dir.exists() and not (data_dir.is_dir() and not any(data_dir.iterdir())):
        raise BackupRefused(f"{data_dir} is not an empty directory")
    try:
        entries = [] if forgotten is None else read_entries(forgotten)
    except BadEntry as bad:
        raise BackupRefused(str(bad)) from bad
    check_files(source, manifest, tell)
    if f"{EVENTS}/{MARKER}" not in manifest.files:
        raise BackupRefused(f"{source} does not tell which engine wrote it")
    check_marker(source / EVENTS, find_engine())
    _bring(source, data_dir, manifest, tell, entries)
    return manifest


def _bring(source: Path, data_dir: Path, manifest: Manifest, tell: Tell, entries: list[Entry]) -> None:
    is_new = not data_dir.exists()
    data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
    part = data_dir / f"{EVENTS}{PART}"
    try:
        part.mkdir(mode=0o700)
        _copy(source, part, manifest, tell)
        flush(part)
        note_in_file(data_dir, entries)
        part.rename(data_dir / EVENTS)
        flush(data_dir)
    except BaseException:  # also Ctrl-C: half a store must not stay
        shutil.rmtree(part, ignore_errors=True)
        (data_dir / FILE).unlink(missing_ok=True)
        if is_new:
            with suppress(OSError):
                data_dir.rmdir()
        raise


def _copy(source: Path, part: Path, manifest: Manifest, tell: Tell) -> None:
    done = 0
    for name, expected in manifest.files.items():
        target = part / Path(name).relative_to(EVENTS)
        target.parent.mkdir(mode=0o700, exist_ok=True)
        with os.fdopen(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            found = sum_of(source / name, file.write)
        if found != expected:
            raise BackupRefused(f"{source / name} changed while it was copied")
        done += expected.bytes
        tell("restoring", done, manifest.size)
