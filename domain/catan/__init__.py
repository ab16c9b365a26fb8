"""Holds the rules of Catan's base game, one file per chapter; `CATAN` is the ruleset."""

from typing import Final

from domain.catan.ruleset import Catan

CATAN: Final = Catan()
RULESET: Final = CATAN

__all__ = ["CATAN", "RULESET", "Catan"]
