"""Evolves the position by the events of the helpers, and what seats believe after them."""

from typing import Final

from domain.catan.belief import Belief, Evidence, learn_card_from_bank, learn_payment
from domain.catan.hands import hand_over, note_look, pay, steal, take_from_bank
from domain.catan.joint_hands import by_choice
from domain.catan.modules.helpers import events as e
from domain.catan.modules.helpers.holdings import helper_cards
from domain.catan.modules.helpers.terms import SIDE_A, SIDE_B
from domain.catan.state import State
from domain.catan.terms import CARDS, NOBODY, ONE, STREAM_DECK
from domain.core.decider import Evolvers
from domain.core.masks import bits
from domain.core.messages import HIDDEN
from domain.core.rows import add, replace_entry

_NO_CARDS: Final = (0,) * len(CARDS)


def helper_dealt(s: State, event: e.HelperDealt) -> None:
    """Give the seat its helper."""
    cards = helper_cards(s)
    cards.helpers = replace_entry(cards.helpers, event.seat, event.helper)


def helper_used(s: State, event: e.HelperUsed) -> None:
    """Remember the turn in which the seat used its helper."""
    cards = helper_cards(s)
    cards.used = replace_entry(cards.used, event.seat, s.turn)


def _forget_rate(s: State, seat: int) -> None:
    cards = helper_cards(s)
    if cards.rate_seat == seat:
        cards.rate_seat, cards.rate_kind = NOBODY, 0


def helper_flipped(s: State, event: e.HelperFlipped) -> None:
    """Turn the helper to its side B."""
    cards = helper_cards(s)
    cards.sides = replace_entry(cards.sides, event.seat, SIDE_B)
    _forget_rate(s, event.seat)


def helper_exchanged(s: State, event: e.HelperExchanged) -> None:
    """Replace the helper by another one on its side A."""
    cards = helper_cards(s)
    cards.helpers = replace_entry(cards.helpers, event.seat, event.helper)
    cards.sides = replace_entry(cards.sides, event.seat, SIDE_A)
    cards.taken = replace_entry(cards.taken, event.seat, s.turn)
    _forget_rate(s, event.seat)


def supply_card_taken(s: State, event: e.SupplyCardTaken) -> None:
    """Take the card from the bank."""
    take_from_bank(s, event.seat, ONE[event.resource])


def forced_trade_made(s: State, event: e.ForcedTradeMade) -> None:
    """Take a card from each seat that had one to give."""
    for giver in bits(event.gave):
        hand_over(s, giver, event.seat, event.resource)


def card_returned(s: State, event: e.CardReturned) -> None:
    """Give a card back to the partner."""
    hand_over(s, event.seat, event.partner, event.resource)


def rate_named(s: State, event: e.RateNamed) -> None:
    """Remember the resource of the better rate."""
    cards = helper_cards(s)
    cards.rate_seat, cards.rate_kind = event.seat, event.resource


def card_choice_paid(s: State, event: e.CardChoicePaid) -> None:
    """Pay for a look at the deck."""
    pay(s, event.seat, event.cost)
    helper_cards(s).looker = event.seat


def top_card_seen(s: State, event: e.TopCardSeen) -> None:
    """Count the card among those that the seat looks at."""
    s.draws[STREAM_DECK] += 1
    cards = helper_cards(s)
    cards.looked = add(cards.looked, event.card, 1)
    cards.count += 1


def development_card_kept(s: State, event: e.DevelopmentCardKept) -> None:
    """Keep one of the cards; the others stay in the deck."""
    s.draw_card(event.seat, event.card)
    cards = helper_cards(s)
    cards.looker, cards.count, cards.looked = NOBODY, 0, _NO_CARDS


def hand_seen(s: State, event: e.HandSeen) -> None:
    """Let the seat know the whole hand."""
    note_look(s, event.seat, event.victim, event.hand)


def leader_card_taken(s: State, event: e.LeaderCardTaken) -> None:
    """Move the card to the hand of the seat."""
    steal(s, event.seat, event.victim, event.resource)


def road_moved(s: State, event: e.RoadMoved) -> None:
    """Put the road on another edge."""
    s.lift_road(event.seat, event.origin)
    s.put_road(event.seat, event.edge)


def knight_discarded(s: State, event: e.KnightDiscarded) -> None:
    """Remove a knight that was played."""
    s.knights = add(s.knights, event.seat, -1)


def robber_sent_home(s: State, event: e.RobberSentHome) -> None:
    """Put the robber on the desert."""
    s.robber = event.tile


EVOLVERS: Final[Evolvers[State]] = {
    e.HelperDealt: helper_dealt,
    e.HelperUsed: helper_used,
    e.HelperFlipped: helper_flipped,
    e.HelperExchanged: helper_exchanged,
    e.SupplyCardTaken: supply_card_taken,
    e.ForcedTradeMade: forced_trade_made,
    e.CardReturned: card_returned,
    e.RateNamed: rate_named,
    e.CardChoicePaid: card_choice_paid,
    e.TopCardSeen: top_card_seen,
    e.DevelopmentCardKept: development_card_kept,
    e.HandSeen: hand_seen,
    e.LeaderCardTaken: leader_card_taken,
    e.RoadMoved: road_moved,
    e.KnightDiscarded: knight_discarded,
    e.RobberSentHome: robber_sent_home,
}


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
    learn_payment(b, event)
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
    e.SupplyCardTaken: learn_card_from_bank,
    e.ForcedTradeMade: learn_forced_trade_made,
    e.CardReturned: learn_card_returned,
    e.CardChoicePaid: learn_card_choice_paid,
    e.TopCardSeen: learn_top_card_seen,
    e.DevelopmentCardKept: learn_development_card_kept,
    e.HandSeen: learn_hand_seen,
    e.LeaderCardTaken: learn_leader_card_taken,
}
