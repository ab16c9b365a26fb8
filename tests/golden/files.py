"""Says where the golden files lie, and how they are read and written: lines of JSON, compressed, the same
bytes always.
"""

import gzip
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

import orjson

STORED: Final = Path(__file__).parent / "stored"
RECORDS: Final = STORED / "records"
LOGS: Final = STORED / "logs"
FACTS: Final = STORED / "facts"
DIGESTS: Final = STORED / "digests"
CHOICES: Final = STORED / "choices.ndjson.gz"
DATA_DIR: Final = STORED / "data_dir.tar.gz"
DATA_DIR_FACTS: Final = STORED / "data_dir.facts.ndjson.gz"
SUFFIX: Final = ".ndjson.gz"


def names_in(folder: Path) -> list[str]:
    """Return the golden games in a folder, by the paths of their files below `stored`, without what all names
    end with.
    """
    return sorted(str(path.relative_to(STORED)).removesuffix(SUFFIX) for path in folder.rglob(f"*{SUFFIX}"))


def path_of(name: str, below: Path = STORED) -> Path:
    """Return the file of a golden game, or of what belongs to it."""
    return below / f"{name}{SUFFIX}"


def read_lines(path: Path) -> Iterator[bytes]:
    """Yield the lines of a golden file."""
    yield from gzip.decompress(path.read_bytes()).splitlines()


def read_values(path: Path) -> list[Any]:
    """Return the JSON values of a golden file, one a line."""
    return [orjson.loads(line) for line in read_lines(path)]


def line_of(value: Any) -> bytes:
    """Return a value as a line: one text for one value."""
    return orjson.dumps(value, option=orjson.OPT_SORT_KEYS)


def write_values(path: Path, values: Iterable[Any]) -> None:
    """Write a golden file; the same values give the same bytes."""
    write_text(path, b"".join(line_of(value) + b"\n" for value in values))


def write_text(path: Path, text: bytes) -> None:
    """Write a golden file from its lines."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(gzip.compress(text, 9, mtime=0))
