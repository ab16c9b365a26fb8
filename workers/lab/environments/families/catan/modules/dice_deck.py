"""What the dice deck adds to the description of a game."""

from typing import Final

from workers.lab.environments.families.catan.added import Added
from workers.lab.environments.family import ByMember, Number, Record

SUMS: Final = range(2, 13)
ADDED: Final = Added(lambda _: Record({"cards": Number(), "sums": ByMember("sum", SUMS, Record({"cards": Number()}))}))
"""Lays out the cards that are left, by their sum."""
