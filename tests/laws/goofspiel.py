"""Checks what only Goofspiel conserves, and invents commands for it."""

from random import Random

from domain.core.masks import bits
from domain.goofspiel import ALL, CARDS, Bid, State

BY_SEAT = ("cards", "bids", "points")


def conserve(state: State) -> None:
    """Check that every seat has spent one card on each prize that is gone, and that no point comes from elsewhere."""
    open_prize = 1 << state.prize if state.prize else 0
    assert state.prizes & open_prize == 0
    gone = bits(ALL & ~state.prizes & ~open_prize)
    assert state.draws == [len(gone) + bool(open_prize)]
    assert [len(bits(cards)) for cards in state.cards] == [CARDS - len(gone)] * state.seats
    assert sum(state.points) <= sum(gone)
    assert all(not bid or state.cards[seat] >> bid & 1 for seat, bid in enumerate(state.bids))


def invent(state: State, rng: Random) -> Bid:
    """Return a bid of a random card; many are spent."""
    return Bid(rng.randint(1, CARDS))
