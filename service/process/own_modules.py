"""Lets processes that this one starts import its own modules, whatever lies in the directory where it was started."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]


def with_own_modules(environment: Mapping[str, str]) -> dict[str, str]:
    """Return an environment in which `python -m` looks for modules where this process found them.

    By itself it looks first in the current directory, which may hold a package `service` of another project.
    """
    path = os.pathsep.join(filter(None, (environment.get("PYTHONPATH"), str(ROOT))))
    return {**environment, "PYTHONPATH": path, "PYTHONSAFEPATH": "1"}
