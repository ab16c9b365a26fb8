"""Evolves the guilds, their tokens and gifts, and what seats believe of them."""

from typing import Final

from domain.catan.belief import Belief, Evidence, learn_card_from_bank, learn_point
from domain.catan.chapters.turn import TurnStarted
from domain.catan.hands import hand_over, pay, take_from_bank
from domain.catan.module import Fold
from domain.catan.modules.favors import events as e
from domain.catan.modules.favors.deeds import no_deeds
from domain.catan.modules.favors.holdings import Contact, Favors, favors_of
from domain.catan.modules.favors.terms import KINDS_OF_TOKEN, NAME, STREAM
from domain.catan.state import State
from domain.catan.terms import ONE
from domain.core.decider import Evolvers
from domain.core.messages import HIDDEN
from domain.core.rows import add, replace_entry

_NO_TOKENS: Final = (0,) * KINDS_OF_TOKEN


def _draw(s: State, part: Favors, seat: int, token: int) -> None:
    s.draws[STREAM] += 1
    at = seat * KINDS_OF_TOKEN + token
    part.supply[token] -= 1
    part.size -= 1
    part.held[at] += 1
    part.counts[seat] += 1
    part.deeds = part.deeds.with_token(seat, token)


def gift_offered(s: State, event: e.GiftOffered) -> None:
    """Remember that the seat was offered a gift."""
    part = favors_of(s)
    part.deeds = part.deeds._replace(asked=part.deeds.asked | 1 << event.to)


def gift_accepted(s: State, event: e.GiftAccepted) -> None:
    """Move the card from the giver to the seat."""
    part = favors_of(s)
    part.deeds = part.deeds._replace(given=True)
    hand_over(s, event.giver, event.seat, event.resource)


def gift_declined(s: State, event: e.GiftDeclined) -> None:
    """Change nothing, for the gift was declined."""


def favor_drawn(s: State, event: e.FavorDrawn) -> None:
    """Move a token from the supply to the seat."""
    _draw(s, favors_of(s), event.seat, event.token)


def contact_kept(s: State, event: e.ContactKept) -> None:
    """Remember that two cores keep their contact."""
    part = favors_of(s)
    pieces = (event.roads, event.buildings, event.other, event.other_roads, event.other_buildings)
    part.contacts = (*part.contacts, Contact(event.seat, *pieces))


def favor_used(s: State, event: e.FavorUsed) -> None:
    """Spend the tokens."""
    part = favors_of(s)
    part.deeds = part.deeds._replace(spent=True)
    part.held[event.seat * KINDS_OF_TOKEN + event.guild] -= event.tokens
    part.counts[event.seat] -= event.tokens
    part.used[event.guild] += event.tokens


def cards_swapped(s: State, event: e.CardsSwapped) -> None:
    """Exchange a card with the bank."""
    part = favors_of(s)
    part.deeds = part.deeds._replace(swaps=part.deeds.swaps + 1)
    pay(s, event.seat, ONE[event.give])
    take_from_bank(s, event.seat, ONE[event.take])


def card_taken(s: State, event: e.CardTaken) -> None:
    """Take a card from the bank."""
    take_from_bank(s, event.seat, ONE[event.resource])


def catan_token_taken(s: State, event: e.CatanTokenTaken) -> None:
    """Give the seat a Catan token, which is a point."""
    favors_of(s).catan_tokens[event.seat] += 1
    s.points[event.seat] += 1


def exchange_begun(s: State, event: e.ExchangeBegun) -> None:
    """Draw the new token of an exchange."""
    part = favors_of(s)
    part.deeds = part.deeds._replace(spent=True)
    _draw(s, part, event.seat, event.token)


def favor_returned(s: State, event: e.FavorReturned) -> None:
    """Put a token back; the seat can use no more in this turn, so none counts as fresh any longer."""
    part = favors_of(s)
    at = event.seat * KINDS_OF_TOKEN
    part.held[at + event.token] -= 1
    part.counts[event.seat] -= 1
    part.supply[event.token] += 1
    part.size += 1
    fresh = (*part.deeds.fresh[:at], *_NO_TOKENS, *part.deeds.fresh[at + KINDS_OF_TOKEN :])
    part.deeds = part.deeds._replace(fresh=fresh, fresh_counts=replace_entry(part.deeds.fresh_counts, event.seat, 0))


def turn_started(part: Favors, event: TurnStarted) -> None:
    """Forget the deeds of the turn before; no token is fresh."""
    part.before = part.latest()
    part.deeds = no_deeds(part.seats, event.turn)


FOLDS: Final[dict[type, Fold]] = {TurnStarted: turn_started}
EVOLVERS: Final[Evolvers[State]] = {
    e.GiftOffered: gift_offered,
    e.GiftAccepted: gift_accepted,
    e.GiftDeclined: gift_declined,
    e.FavorDrawn: favor_drawn,
    e.ContactKept: contact_kept,
    e.FavorUsed: favor_used,
    e.CardsSwapped: cards_swapped,
    e.CardTaken: card_taken,
    e.CatanTokenTaken: catan_token_taken,
    e.ExchangeBegun: exchange_begun,
    e.FavorReturned: favor_returned,
}


def learn_gift_offered(b: Belief, event: e.GiftOffered) -> None:
    """The seat holds the card that it offers."""
    b.hands.hold(event.seat, ONE[event.resource])


def learn_gift_accepted(b: Belief, event: e.GiftAccepted) -> None:
    """All players see the card change hands."""
    b.hands.pass_openly(event.giver, event.seat, event.resource)


def learn_token_drawn(b: Belief, event: e.FavorDrawn | e.ExchangeBegun) -> None:
    """A token left the supply, perhaps one that the observer had returned; only its drawer sees which one."""
    noted = b.notes.get(NAME, _NO_TOKENS)
    b.notes = {**b.notes, NAME: tuple([max(0, n - (event.token in (at, HIDDEN))) for at, n in enumerate(noted)])}


def learn_favor_returned(b: Belief, event: e.FavorReturned) -> None:
    """The seat that returned a token knows that it lies in the supply."""
    if event.token != HIDDEN:
        b.notes = {**b.notes, NAME: add(b.notes.get(NAME, _NO_TOKENS), event.token, 1)}


def learn_cards_swapped(b: Belief, event: e.CardsSwapped) -> None:
    """All players see what the seat gives and takes."""
    b.hands.lose(event.seat, ONE[event.give])
    b.hands.gain(event.seat, ONE[event.take])


EVIDENCE: Final[Evidence] = {
    e.GiftOffered: learn_gift_offered,
    e.GiftAccepted: learn_gift_accepted,
    e.FavorDrawn: learn_token_drawn,
    e.ExchangeBegun: learn_token_drawn,
    e.FavorReturned: learn_favor_returned,
    e.CardsSwapped: learn_cards_swapped,
    e.CardTaken: learn_card_from_bank,
    e.CatanTokenTaken: learn_point,
}
