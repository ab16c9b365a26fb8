"""What the Harbormaster adds to the description of a game: the holder of its card, and the harbor points."""

from typing import Final

from workers.lab.environments.families.catan.added import Added
from workers.lab.environments.family import ByMember, Number, OneOf, Record

POINTS: Final = Record({"points": Number()})
ADDED: Final = Added(
    lambda sizes: Record({"holder": OneOf(sizes.seats), "seats": ByMember("seat", sizes.seats, POINTS)})
)
