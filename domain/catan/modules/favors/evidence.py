"""Updates beliefs by gifts, by the cards that guilds move, and by tokens that are returned."""

from typing import Final

from domain.catan.belief import ONE, Belief, Evidence
from domain.catan.modules.favors import events as e
from domain.catan.modules.favors.terms import KINDS_OF_TOKEN, NAME
from domain.core.messages import HIDDEN
from domain.core.rows import add

_NONE: Final = (0,) * KINDS_OF_TOKEN


def learn_gift_offered(b: Belief, event: e.GiftOffered) -> None:
    """The seat holds the card that it offers."""
    b.hands.hold(event.seat, ONE[event.resource])


def learn_gift_accepted(b: Belief, event: e.GiftAccepted) -> None:
    """All players see the card change hands."""
    b.hands.pass_openly(event.giver, event.seat, event.resource)


def _drawn(b: Belief, token: int) -> None:
    """A token left the supply, perhaps one that the observer had returned; only its drawer sees which one."""
    noted = b.notes.get(NAME, _NONE)
    b.notes = {**b.notes, NAME: tuple([max(0, n - (token in (at, HIDDEN))) for at, n in enumerate(noted)])}


def learn_favor_drawn(b: Belief, event: e.FavorDrawn) -> None:
    """The supply has one token less."""
    _drawn(b, event.token)


def learn_exchange_begun(b: Belief, event: e.ExchangeBegun) -> None:
    """The supply has one token less."""
    _drawn(b, event.token)


def learn_favor_returned(b: Belief, event: e.FavorReturned) -> None:
    """The seat that returned a token knows that it lies in the supply."""
    if event.token != HIDDEN:
        b.notes = {**b.notes, NAME: add(b.notes.get(NAME, _NONE), event.token, 1)}


def learn_cards_swapped(b: Belief, event: e.CardsSwapped) -> None:
    """All players see what the seat gives and takes."""
    b.hands.lose(event.seat, ONE[event.give])
    b.hands.gain(event.seat, ONE[event.take])


def learn_card_taken(b: Belief, event: e.CardTaken) -> None:
    """All players see what the bank gives."""
    b.hands.gain(event.seat, ONE[event.resource])


def learn_catan_token_taken(b: Belief, event: e.CatanTokenTaken) -> None:
    """The token is worth a point."""
    b.points[event.seat] += 1


EVIDENCE: Final[Evidence] = {
    e.GiftOffered: learn_gift_offered,
    e.GiftAccepted: learn_gift_accepted,
    e.FavorDrawn: learn_favor_drawn,
    e.ExchangeBegun: learn_exchange_begun,
    e.FavorReturned: learn_favor_returned,
    e.CardsSwapped: learn_cards_swapped,
    e.CardTaken: learn_card_taken,
    e.CatanTokenTaken: learn_catan_token_taken,
}
