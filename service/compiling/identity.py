"""Identifies what compiled rules are made of: the sources, the interpreter and the platform."""

import hashlib
import platform
import sys
import sysconfig
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final

SUFFIX: Final = str(sysconfig.get_config_var("EXT_SUFFIX"))
_MADE: Final = (".so", ".pyd", ".pyc")


@cache
def rules_directory() -> Path:
    """Return the folder of the rules that this process would import, or has imported."""
    found = find_spec("domain")
    assert found is not None
    return Path((found.submodule_search_locations or [""])[0])


def is_compiled(directory: Path) -> bool:
    """Return whether extension modules lie beside the sources of rules."""
    return (directory / "core" / f"decider{SUFFIX}").exists()


def fingerprint(directory: Path) -> str:
    """Return the hash of the sources of rules with the interpreter and the platform that they are compiled for."""
    total = hashlib.sha256(f"{sys.version} {SUFFIX} {_platform()}".encode())
    for path in sorted(directory.rglob("*")):
        if path.is_file() and path.suffix not in _MADE:
            total.update(f"\0{path.relative_to(directory)}\0".encode() + path.read_bytes())
    return total.hexdigest()[:32]


def _platform() -> str:
    """Return what libraries are made for; `platform.platform` would fork to run `uname`, in a process that serves."""
    return " ".join((sysconfig.get_platform(), *platform.libc_ver()))
