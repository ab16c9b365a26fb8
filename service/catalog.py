"""The games that the server offers: a literal table, the one place that names them."""

from typing import Final

from domain.catan import CATAN
from domain.core.ruleset import Ruleset
from domain.dice import DICE
from domain.elasund import ELASUND

RULESETS: Final[dict[str, Ruleset]] = {ruleset.name: ruleset for ruleset in (CATAN, DICE, ELASUND)}
OWN: Final = frozenset(RULESETS.values())
"""Those that the committed contract describes."""
