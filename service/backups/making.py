"""Makes a backup: written aside, tested, and renamed when all of it is on the disk."""

import shutil
import tempfile
from datetime import UTC, datetime
from pathlib import Path

from eventstore.embedded.copying import copy_store, count_games
from eventstore.embedded.engines import MARKER
from service.backups.files import PART, BackupRefused, Tell, files_in, flush, sums_of
from service.backups.manifest import FORMAT, Manifest, write_manifest
from service.process.build import commit, version
from service.supervisor.data_directory import EVENTS


def back_up(data_dir: Path, target: Path, tell: Tell) -> Manifest:
    """Write a backup of a data directory, even while Longroad runs on it; return its manifest.

    Raises BackupRefused, StoreUnavailable or OSError; nothing is left behind then.
    """
    target = target.resolve()
    _check_target(target)
    begun = datetime.now(UTC)
    part = Path(tempfile.mkdtemp(prefix=f".{target.name}.", suffix=PART, dir=target.parent))
    try:
        copy_store(data_dir / EVENTS, part / EVENTS, lambda done, total: tell("copying", done, total))
        manifest = _manifest(part, begun, tell)
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


def _manifest(part: Path, begun: datetime, tell: Tell) -> Manifest:
    """Return the manifest of a copy, once a store has loaded it."""
    games = count_games(part / EVENTS)
    return Manifest(
        format=FORMAT,
        longroad=version(),
        engine=(part / EVENTS / MARKER).read_text().strip(),
        time=begun.isoformat(timespec="seconds"),
        games=games,
        files=sums_of(part, files_in(part), "summing", tell),
        commit=commit(),
    )
