"""Finds the client's commands, which are a part of this package: `longroad` is one program.

They are those of the Python SDK, which has a package of its own and imports nothing of ours. So it is named here and
not imported, and what lies beside our contract goes before what somebody may have installed apart.
"""

import sys
from collections.abc import Iterable
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

import click

SOURCES: Final = Path(str(files("openapi"))) / "clients" / "python" / "src"
PACKAGE: Final = "longroad_client"


def module(name: str) -> Any:
    """Return a module of the SDK."""
    if str(SOURCES) not in sys.path and SOURCES.is_dir():
        sys.path.insert(0, str(SOURCES))
    return import_module(f"{PACKAGE}.{name}")


def commands() -> Iterable[click.Command]:
    """Return the commands with which players and authors of clients use a server."""
    found: Iterable[click.Command] = module("command").COMMANDS
    return found
