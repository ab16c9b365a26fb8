"""Holds the games that the server offers."""

from typing import Final

from domain.core.ruleset import Ruleset
from domain.families import doors

RULESETS: Final[dict[str, Ruleset]] = doors("domain", "RULESET")
OWN: Final = frozenset(RULESETS.values())
"""Lists the rulesets that the committed contract describes."""
