"""What the canal adds to the description of a game; of a link both of its towns are marked."""

from typing import Final

from domain.catan.terms import RESOURCES
from workers.lab.environments.families.catan.added import Added
from workers.lab.environments.family import ByMember, Number, OneOf, Part, Record, Sizes, SomeOf


def _state(sizes: Sizes) -> Part:
    seat = Record({"tokens": Number(), "links": SomeOf(range(sizes.places["node"]))})
    seats = ByMember("seat", sizes.seats, seat)
    return Record({"supply": Number(), "used": OneOf(RESOURCES), "used_for_any": Number(), "seats": seats})


ADDED: Final = Added(_state)
