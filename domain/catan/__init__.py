"""Catan: the rules of the base game, one file a chapter; `CATAN` is the ruleset."""

from typing import Final

from domain.catan.ruleset import Catan

CATAN: Final = Catan()

__all__ = ["CATAN", "Catan"]
