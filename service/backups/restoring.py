"""Restores a backup; everything is checked before anything is written."""

import shutil
from contextlib import suppress
from pathlib import Path

from eventstore.embedded.engines import MARKER, check_marker, find_engine
from service.backups.files import PART, BackupRefused, Tell, copy_file, flush
from service.backups.manifest import Manifest, check_files, read_manifest
from service.forgetting.entries import BadEntry, Entry, note_in_file, read_entries
from service.forgetting.place import FILE
from service.supervisor.data_directory import EVENTS


def restore(source: Path, data_dir: Path, tell: Tell, forgotten: Path | None = None) -> Manifest:
    """Restore a backup into a data directory that is empty or missing; return its manifest.

    Everyone in the list of the `forgotten` is forgotten again when Longroad starts there. Raises BackupRefused,
    StoreUnavailable (another engine wrote it) or OSError; the data directory is unchanged then.
    """
    source = source.resolve()
    manifest = read_manifest(source)
    if data_dir.exists() and not (data_dir.is_dir() and not any(data_dir.iterdir())):
        raise BackupRefused(f"{data_dir} is not an empty directory")
    entries = _read_entries(forgotten)
    check_files(source, manifest, tell)
    if f"{EVENTS}/{MARKER}" not in manifest.files:
        raise BackupRefused(f"{source} does not tell which engine wrote it")
    check_marker(source / EVENTS, find_engine())
    _bring(source, data_dir, manifest, tell, entries)
    return manifest


def _read_entries(forgotten: Path | None) -> list[Entry]:
    try:
        return [] if forgotten is None else read_entries(forgotten)
    except BadEntry as bad:
        raise BackupRefused(str(bad)) from bad


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
        if copy_file(source / name, target) != expected:
            raise BackupRefused(f"{source / name} changed while it was copied")
        done += expected.bytes
        tell("restoring", done, manifest.size)
