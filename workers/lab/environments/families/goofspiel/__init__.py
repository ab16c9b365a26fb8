"""What environments know of Goofspiel."""

from domain.goofspiel import CARDS
from workers.lab.environments.family import ByMember, Family, Number, OneOf, Record, Sizes, SomeOf


def family(sizes: Sizes) -> Family:
    """Return the description of Goofspiel for so many seats.

    Who has bid already is left out: how soon others act is no part of the game.
    """
    cards = range(1, CARDS + 1)
    seat = Record({"points": Number(), "cards": SomeOf(cards), "bid": OneOf(cards)})
    state = {
        "turn": Number(),
        "prize": OneOf(range(CARDS + 1)),
        "prizes": SomeOf(cards),
        "seats": ByMember("seat", sizes.seats, seat),
    }
    return Family(Record(state), Record({}), own=["seats.*.bid"])
