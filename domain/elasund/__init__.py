"""Elasund, the first city: the rules, one file a chapter; `ELASUND` is the ruleset."""

from typing import Final

from domain.elasund.ruleset import Elasund

ELASUND: Final = Elasund()

__all__ = ["ELASUND", "Elasund"]
