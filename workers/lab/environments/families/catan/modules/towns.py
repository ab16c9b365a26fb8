"""What maps with towns add to the description of a game."""

from typing import Final

from workers.lab.environments.families.catan.added import Added
from workers.lab.environments.family import ByMember, Number, Part, Record, Sizes, SomeOf


def state(sizes: Sizes) -> Part:
    """Return the columns of the tokens that lie on the board, and of those that seats took."""
    seats = ByMember("seat", sizes.seats, Record({"tokens": Number()}))
    return Record({"tokens": SomeOf(range(sizes.places["node"])), "seats": seats})


ADDED: Final = Added(state)
