"""Provides what tests know of each module of Catan: it stands here in the file of the module's name.

A module without commands, secrets and refusals of its own needs no file.
"""

from functools import cache

from domain.core.discovery import find
from tests.modules.part import Part


@cache
def part_of(module: str) -> Part:
    """Return what tests know of a module, which may be nothing."""
    return find("tests.modules", module, "PART") or Part()
