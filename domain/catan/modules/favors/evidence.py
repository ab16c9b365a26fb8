"""Updates beliefs by gifts and by what guilds move."""

from typing import Final

from domain.catan.belief import ONE, Belief, Evidence
from domain.catan.modules.favors import events as e


def gift_offered(b: Belief, event: e.GiftOffered) -> None:
    """The seat holds the card that it offers."""
    b.hands.hold(event.seat, ONE[event.resource])


def gift_accepted(b: Belief, event: e.GiftAccepted) -> None:
    """The card changes hands openly."""
    b.hands.pass_openly(event.giver, event.seat, event.resource)


def cards_swapped(b: Belief, event: e.CardsSwapped) -> None:
    """The seat gives and takes openly."""
    b.hands.lose(event.seat, ONE[event.give])
    b.hands.gain(event.seat, ONE[event.take])


def card_taken(b: Belief, event: e.CardTaken) -> None:
    """The bank gives openly."""
    b.hands.gain(event.seat, ONE[event.resource])


def catan_token_taken(b: Belief, event: e.CatanTokenTaken) -> None:
    """The token is a point."""
    b.points[event.seat] += 1


EVIDENCE: Final[Evidence] = {
    e.GiftOffered: gift_offered,
    e.GiftAccepted: gift_accepted,
    e.CardsSwapped: cards_swapped,
    e.CardTaken: card_taken,
    e.CatanTokenTaken: catan_token_taken,
}
