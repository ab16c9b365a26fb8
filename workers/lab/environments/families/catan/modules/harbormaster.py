"""What the Harbormaster adds to the description of a game."""

from typing import Final

from workers.lab.environments.families.catan.added import Added
from workers.lab.environments.family import ByMember, Number, OneOf, Part, Record, Sizes


def state(sizes: Sizes) -> Part:
    """Return the columns of the card's holder and of the harbor points."""
    seats = ByMember("seat", sizes.seats, Record({"points": Number()}))
    return Record({"holder": OneOf(sizes.seats), "seats": seats})


ADDED: Final = Added(state)
