"""What maps with towns add to the description of a game: tokens that lie on the board, and those that seats took."""

from typing import Final

from workers.lab.environments.families.catan.added import Added
from workers.lab.environments.family import ByMember, Number, Record, SomeOf

TOKENS: Final = Record({"tokens": Number()})
ADDED: Final = Added(
    lambda sizes: Record(
        {"tokens": SomeOf(range(sizes.places["node"])), "seats": ByMember("seat", sizes.seats, TOKENS)}
    )
)
