"""What the dice deck adds to the description of a game: the cards that are left, by their sum."""

from typing import Final

from workers.lab.environments.families.catan.added import Added
from workers.lab.environments.family import ByMember, Number, Part, Record, Sizes

SUMS: Final = range(2, 13)


def _state(_: Sizes) -> Part:
    return Record({"cards": Number(), "sums": ByMember("sum", SUMS, Record({"cards": Number()}))})


ADDED: Final = Added(_state)
