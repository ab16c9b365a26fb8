"""Reads and writes the manifest of a backup: its contents, to the byte, and the engine that can read it.

There are two files: the manifest itself, and its own SHA-256 in the format of `sha256sum --check`.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from service.backups.files import PART, BackupRefused, Sum, Tell, files_in, sums_of

FORMAT: Final = 2
MANIFEST: Final = "manifest.json"
DIGEST: Final = "manifest.sha256"


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
    document = _parse(text)
    found = document.get("format")
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


def _parse(text: bytes) -> dict[str, Any]:
    """Parse a manifest; empty if it is unreadable."""
    try:
        document = json.loads(text)
    except ValueError:
        return {}
    return document if isinstance(document, dict) else {}


def _digest_line(text: bytes) -> bytes:
    return f"{sha256(text).hexdigest()}  {MANIFEST}\n".encode()
