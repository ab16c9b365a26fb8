"""What the Harbormaster adds to the description of a game: the holder of its card, and the harbor points."""

from typing import Final

from workers.lab.environments.families.catan.added import Added
from workers.lab.environments.family import ByMember, Number, OneOf, Part, Record, Sizes


def _state(sizes: Sizes) -> Part:
    seats = ByMember("seat", sizes.seats, Record({"points": Number()}))
    return Record({"holder": OneOf(sizes.seats), "seats": seats})


ADDED: Final = Added(_state)
