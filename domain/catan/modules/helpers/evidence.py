"""Updates beliefs by what the helpers reveal of hands and of the deck."""

from typing import Final

from domain.catan.belief import ONE, Belief, Evidence
from domain.catan.joint_hands import by_choice
from domain.catan.modules.helpers import events as e
from domain.catan.terms import CARDS
from domain.core.masks import bits
from domain.core.messages import HIDDEN


def learn_supply_card_taken(b: Belief, event: e.SupplyCardTaken) -> None:
    """All players see what the bank gives."""
    b.hands.gain(event.seat, ONE[event.resource])


def learn_forced_trade_made(b: Belief, event: e.ForcedTradeMade) -> None:
    """The seats that gave held the card; those that were asked and gave nothing hold none of its kind."""
    for seat in bits(event.asked & ~event.gave):
        b.hands.show(seat, event.resource, 0)
    for seat in bits(event.gave):
        b.hands.pass_openly(seat, event.seat, event.resource)


def learn_card_returned(b: Belief, event: e.CardReturned) -> None:
    """All players see which card goes back."""
    b.hands.pass_openly(event.seat, event.partner, event.resource)


def learn_card_choice_paid(b: Belief, event: e.CardChoicePaid) -> None:
    """All players see what the seat pays for a look at the deck, where it may see the same cards again."""
    b.hands.lose(event.seat, event.cost)
    if event.seat == b.seat:
        b.in_deck = [0] * len(CARDS)


def learn_top_card_seen(b: Belief, event: e.TopCardSeen) -> None:
    """The seat that looked knows that the card is in the deck."""
    if event.card != HIDDEN:
        b.in_deck[event.card] += 1


def learn_development_card_kept(b: Belief, event: e.DevelopmentCardKept) -> None:
    """The seat takes a card that it alone sees."""
    b.card_drawn(event.seat, event.card)


def learn_hand_seen(b: Belief, event: e.HandSeen) -> None:
    """The seat that looked knows the whole hand."""
    for kind, count in enumerate(event.hand):
        b.hands.show(event.victim, kind, count)


def learn_leader_card_taken(b: Belief, event: e.LeaderCardTaken) -> None:
    """The seat takes the card that it likes best; only it and the victim see which one."""
    if event.resource == HIDDEN:
        b.hands.pass_unseen(event.victim, event.seat, by_choice)
    else:
        b.hands.pass_openly(event.victim, event.seat, event.resource)


EVIDENCE: Final[Evidence] = {
    e.SupplyCardTaken: learn_supply_card_taken,
    e.ForcedTradeMade: learn_forced_trade_made,
    e.CardReturned: learn_card_returned,
    e.CardChoicePaid: learn_card_choice_paid,
    e.TopCardSeen: learn_top_card_seen,
    e.DevelopmentCardKept: learn_development_card_kept,
    e.HandSeen: learn_hand_seen,
    e.LeaderCardTaken: learn_leader_card_taken,
}
