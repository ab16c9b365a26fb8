"""What favors add to the description of a game."""

from typing import Final

from domain.catan.modules.favors.terms import TOKENS
from domain.catan.terms import RESOURCES
from workers.lab.environments.families.catan.added import Added
from workers.lab.environments.family import ByMember, Counts, Number, OneOf, Part, Record, Sizes, SomeOf


def state(sizes: Sizes) -> Part:
    """Return the columns of tokens and gifts; contacts that the board no longer shows have none."""
    seats = sizes.seats
    turn = {
        **{name: Number() for name in ("used_or_exchanged", "swaps_left", "gift_accepted")},
        "asked": SomeOf(seats),
        "gift": Record({"to": OneOf(seats), "resource": OneOf(RESOURCES)}),
    }
    return Record(
        {
            "supply": Number(),
            "catan_tokens": Number(),
            "used": Counts(TOKENS),
            "seats": ByMember("seat", seats, Record({"tokens": Number(), "catan_tokens": Number()})),
            "this_turn": Record(turn),
            "own": Record({"tokens": Counts(TOKENS), "fresh": Counts(TOKENS)}),
        }
    )


ADDED: Final = Added(state, own=("own",))
