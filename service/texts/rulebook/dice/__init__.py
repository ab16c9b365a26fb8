"""Holds the rules of the Catan dice game (2007)."""

from typing import Final

from service.texts.rulebook.dice.building import BUILDING
from service.texts.rulebook.dice.converting import CONVERTING
from service.texts.rulebook.dice.rolling import ROLLING
from service.texts.rulebook.rule import Rule

PARTS: Final[dict[str, tuple[Rule, ...]]] = {"base": ROLLING + BUILDING + CONVERTING}
