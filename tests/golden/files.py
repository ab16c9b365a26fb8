"""Says where the golden files lie, and reads and writes them: lines of JSON, compressed, always the same bytes."""

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
    """Return the names of the golden games in a folder: the paths of their files below `stored`, without the suffix."""
    return sorted(str(path.relative_to(STORED)).removesuffix(SUFFIX) for path in folder.rglob(f"*{SUFFIX}"))


def path_of(name: str, below: Path = STORED) -> Path:
    """Return the path of a golden game's file, or of what belongs to the game."""
    return below / f"{name}{SUFFIX}"


def read_lines(path: Path) -> Iterator[bytes]:
    """Yield the lines of a golden file."""
    yield from gzip.decompress(path.read_bytes()).splitlines()


def read_values(path: Path) -> list[Any]:
    """Return the JSON values of a golden file, one from each line."""
    return [orjson.loads(line) for line in read_lines(path)]


def line_of(value: Any) -> bytes:
    """Return a value as a line; equal values give equal lines."""
    return orjson.dumps(value, option=orjson.OPT_SORT_KEYS)


def write_values(path: Path, values: Iterable[Any]) -> None:
    """Write values to a golden file; equal values give equal bytes."""
    write_text(path, b"".join(line_of(value) + b"\n" for value in values))


def write_text(path: Path, text: bytes) -> None:
    """Write a golden file from the text of its lines."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(gzip.compress(text, 9, mtime=0))
