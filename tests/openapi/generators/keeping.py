"""Keeps what a generator makes of a document in `build/generators/made`.

A generator is run again when the document, the generator, its settings or the code of this package has changed, and
until it makes a client without complaint. Otherwise it would only write the same files once more.
"""

import shutil
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

from tests.openapi.generators.makers import Maker
from tests.openapi.generators.outcomes import outcome
from tests.openapi.generators.toolbox import HERE, KEPT, ROOT, alone

MADE = KEPT / "made"
LOCKS = (ROOT / "requirements.lock", ROOT / "requirements-dev.lock")


def kept(maker: Maker, document: Path, compiled: bool = True) -> Path:
    """Return the directory with a clean result of a generator, `compiled` if a strict compiler accepted it too.

    Its file `clean` holds the seconds that the generator took.

    Raises AssertionError with the outcome if the generator or the compiler complains.
    """
    name = f"{maker.place}-{'compiled' if compiled else 'written'}"
    place = MADE / f"{name}-{_state(document)}"
    MADE.mkdir(parents=True, exist_ok=True)
    with alone(MADE / f"{name}.lock"):
        if not (place / "clean").exists():
            for earlier in MADE.glob(f"{name}-*"):
                shutil.rmtree(earlier)
            row = outcome(maker, document, place, compiled)
            assert row.is_clean, row
            (place / "clean").write_text(f"{row.seconds}")
    return place


def _state(document: Path) -> str:
    """Return a digest of everything that decides what a generator makes of a document."""
    return sha256(document.read_bytes() + _tools()).hexdigest()[:12]


@cache
def _tools() -> bytes:
    sources = sorted(path for path in HERE.iterdir() if path.is_file())
    generator = version("openapi-python-client").encode()
    return b"".join(sha256(path.read_bytes()).digest() for path in (*sources, *LOCKS)) + generator
