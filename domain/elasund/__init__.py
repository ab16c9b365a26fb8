"""Holds the rules of Elasund, the first city, one file per chapter; `ELASUND` is the ruleset."""

from typing import Final

from domain.elasund.ruleset import Elasund

ELASUND: Final = Elasund()
RULESET: Final = ELASUND
