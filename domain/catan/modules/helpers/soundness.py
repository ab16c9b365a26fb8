"""Checks that every helper card is in one place."""

from domain.catan.modules.helpers.holdings import helper_cards
from domain.catan.modules.helpers.terms import EFFECTS, NAME, SIDES
from domain.catan.state import State
from domain.catan.terms import NOBODY
from domain.core.errors import Unsound


def check_helpers(state: State) -> None:
    """Raise Unsound unless every seat has a helper of its own once it has founded, and looks only at what there is."""
    cards = helper_cards(state)
    held = [helper for helper in cards.helpers if helper != NOBODY]
    is_dealt = len({*held}) == len(held) and (not state.turn or len(held) == state.seats)
    is_known = all(helper < len(EFFECTS) for helper in held) and all(side < len(SIDES) for side in cards.sides)
    is_past = max(*cards.taken, *cards.used) <= state.turn
    is_seen = all(0 <= seen <= left for seen, left in zip(cards.looked, state.deck, strict=True))
    is_looking = cards.count == sum(cards.looked) and (cards.looker == NOBODY) == (cards.count == 0)
    if not (is_dealt and is_known and is_past and is_seen and is_looking):
        raise Unsound("module", module=NAME)
