"""Lists the games that the server offers: the one place that names them."""

from typing import Final

from domain.catan import CATAN
from domain.core.ruleset import Ruleset
from domain.dice import DICE
from domain.elasund import ELASUND

RULESETS: Final[dict[str, Ruleset]] = {ruleset.name: ruleset for ruleset in (CATAN, DICE, ELASUND)}
OWN: Final = frozenset(RULESETS.values())
"""Lists the rulesets that the committed contract describes."""
