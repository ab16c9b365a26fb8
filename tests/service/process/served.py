"""Notes that it serves, in the file that the first argument names."""

from collections.abc import Sequence
from pathlib import Path


def main(arguments: Sequence[str]) -> int:
    """Write the file, and end."""
    Path(arguments[0]).touch()
    return 0
