"""The rules of the Catan dice game (2007)."""

from typing import Final

from service.rulebook.dice.building import BUILDING
from service.rulebook.dice.converting import CONVERTING
from service.rulebook.dice.rolling import ROLLING
from service.rulebook.rule import Rule

PARTS: Final[dict[str, tuple[Rule, ...]]] = {"base": ROLLING + BUILDING + CONVERTING}
