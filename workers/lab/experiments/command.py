"""What the commands that measure agents have in common: two options, and lines of JSON on stdout."""

import argparse
import json
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any


def add_processes(parser: argparse.ArgumentParser) -> None:
    """Let the caller say on how many cores to play."""
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)


def add_record(parser: argparse.ArgumentParser, path: Path) -> None:
    """Let the caller say where results are kept."""
    parser.add_argument(
        "--record", type=Path, default=path, help="where results are kept; use one file for one state of the code"
    )


def show(line: Mapping[str, Any]) -> None:
    """Print a result at once."""
    sys.stdout.write(json.dumps(line) + "\n")
    sys.stdout.flush()
