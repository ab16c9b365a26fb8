"""Updates beliefs by gifts, by the cards that guilds move, and by tokens that are returned."""

from typing import Final

from domain.catan.belief import ONE, Belief, Evidence
from domain.catan.modules.favors import events as e
from domain.catan.modules.favors.terms import KINDS_OF_TOKEN, NAME
from domain.core.messages import HIDDEN
from domain.core.rows import added

_NONE: Final = (0,) * KINDS_OF_TOKEN


def gift_offered(b: Belief, event: e.GiftOffered) -> None:
    """The seat holds the card that it offers."""
    b.hands.hold(event.seat, ONE[event.resource])


def gift_accepted(b: Belief, event: e.GiftAccepted) -> None:
    """All players see the card change hands."""
    b.hands.pass_openly(event.giver, event.seat, event.resource)


def _drawn(b: Belief, token: int) -> None:
    """A token left the supply, perhaps one that the observer had returned; only its drawer sees which one."""
    noted = b.notes.get(NAME, _NONE)
    b.notes = {**b.notes, NAME: tuple([max(0, n - (token in (at, HIDDEN))) for at, n in enumerate(noted)])}


def favor_drawn(b: Belief, event: e.FavorDrawn) -> None:
    """The supply has one token less."""
    _drawn(b, event.token)


def exchange_begun(b: Belief, event: e.ExchangeBegun) -> None:
    """The supply has one token less."""
    _drawn(b, event.token)


def favor_returned(b: Belief, event: e.FavorReturned) -> None:
    """The seat that returned a token knows that it lies in the supply."""
    if event.token != HIDDEN:
        b.notes = {**b.notes, NAME: added(b.notes.get(NAME, _NONE), event.token, 1)}


def cards_swapped(b: Belief, event: e.CardsSwapped) -> None:
    """All players see what the seat gives and takes."""
    b.hands.lose(event.seat, ONE[event.give])
    b.hands.gain(event.seat, ONE[event.take])


def card_taken(b: Belief, event: e.CardTaken) -> None:
    """All players see what the bank gives."""
    b.hands.gain(event.seat, ONE[event.resource])


def catan_token_taken(b: Belief, event: e.CatanTokenTaken) -> None:
    """The token is worth a point."""
    b.points[event.seat] += 1


EVIDENCE: Final[Evidence] = {
    e.GiftOffered: gift_offered,
    e.GiftAccepted: gift_accepted,
    e.FavorDrawn: favor_drawn,
    e.ExchangeBegun: exchange_begun,
    e.FavorReturned: favor_returned,
    e.CardsSwapped: cards_swapped,
    e.CardTaken: card_taken,
    e.CatanTokenTaken: catan_token_taken,
}
