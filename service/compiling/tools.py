"""Looks for what compiling needs: mypy with mypyc, and a C compiler with Python's headers."""

import shutil
import sysconfig
from importlib.util import find_spec
from pathlib import Path

NO_MYPY = "no_mypy"
NO_C_COMPILER = "no_c_compiler"


def missing_tool() -> str | None:
    """Return the word for what is missing; None if everything is there."""
    if find_spec("mypyc") is None or find_spec("setuptools") is None:
        return NO_MYPY
    return None if shutil.which(compiler()[0]) and _header().is_file() else NO_C_COMPILER


def compiler() -> list[str]:
    """Return the command of the C compiler that Python was built with."""
    return str(sysconfig.get_config_var("CC") or "cc").split()


def linker() -> list[str]:
    """Return the command that links extension modules."""
    return str(sysconfig.get_config_var("LDSHARED") or "cc -shared").split()


def _header() -> Path:
    return Path(sysconfig.get_path("include")) / "Python.h"
