"""What maps with towns add to the description of a game: tokens that lie on the board, and those that seats took."""

from typing import Final

from workers.lab.environments.families.catan.added import Added
from workers.lab.environments.family import ByMember, Number, Part, Record, Sizes, SomeOf


def _state(sizes: Sizes) -> Part:
    seats = ByMember("seat", sizes.seats, Record({"tokens": Number()}))
    return Record({"tokens": SomeOf(range(sizes.places["node"])), "seats": seats})


ADDED: Final = Added(_state)
