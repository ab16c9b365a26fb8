"""Holds the rules of the Catan dice game of 2007, one file per chapter; `DICE` is the ruleset."""

from typing import Final

from domain.dice.ruleset import CatanDice

DICE: Final = CatanDice()
RULESET: Final = DICE
