"""Evolves development cards, and what seats believe of them."""

from typing import Final

from domain.catan.awards import move_award
from domain.catan.belief import Belief, Evidence
from domain.catan.chapters.development import messages as e
from domain.catan.hands import draw_from_bank, gain, pay
from domain.catan.inference import lose
from domain.catan.state import State
from domain.catan.terms import CARDS, KINDS, KNIGHT, MONOPOLY, ONE, ROAD_BUILDING, STREAM_DECK, YEAR_OF_PLENTY
from domain.core.decider import Evolvers
from domain.core.rows import add


def _use_card(s: State, seat: int, card: int) -> None:
    s.add_card(seat, card, -1)
    s.card_played = True


def development_card_bought(s: State, event: e.DevelopmentCardBought) -> None:
    """Move the card from the deck to the cards bought this turn, paid for."""
    pay(s, event.seat, event.cost)
    s.draws[STREAM_DECK] += 1
    s.deck = add(s.deck, event.card, -1)
    s.add_card(event.seat, event.card, 1)
    s.fresh = add(s.fresh, event.seat * len(CARDS) + event.card, 1)


def knight_played(s: State, event: e.KnightPlayed) -> None:
    """Lay the knight open, among those that the seat has played."""
    _use_card(s, event.seat, KNIGHT)
    s.knights = add(s.knights, event.seat, 1)


def road_building_played(s: State, event: e.RoadBuildingPlayed) -> None:
    """Spend the card; the roads are events of their own."""
    _use_card(s, event.seat, ROAD_BUILDING)


def year_of_plenty_played(s: State, event: e.YearOfPlentyPlayed) -> None:
    """Spend the card, and take the resources from the bank."""
    _use_card(s, event.seat, YEAR_OF_PLENTY)
    gain(s, event.seat, event.cards)
    draw_from_bank(s, event.cards)


def monopoly_played(s: State, event: e.MonopolyPlayed) -> None:
    """Spend the card, and move all that the others hold of the resource to the seat's hand."""
    _use_card(s, event.seat, MONOPOLY)
    kind = event.resource
    for seat, count in enumerate(event.taken):
        if seat != event.seat:
            s.hands[seat * KINDS + kind] -= count
            lose(s, seat, kind, s.seats * 100)
    total = sum(event.taken)
    s.hands[event.seat * KINDS + kind] += total
    s.known[event.seat * KINDS + kind] += total


def largest_army_moved(s: State, event: e.LargestArmyMoved) -> None:
    """Give the award to its new holder, with its points."""
    move_award(s, s.largest_army, event.seat)
    s.largest_army = event.seat


EVOLVERS: Final[Evolvers[State]] = {
    e.DevelopmentCardBought: development_card_bought,
    e.KnightPlayed: knight_played,
    e.RoadBuildingPlayed: road_building_played,
    e.YearOfPlentyPlayed: year_of_plenty_played,
    e.MonopolyPlayed: monopoly_played,
    e.LargestArmyMoved: largest_army_moved,
}


def learn_development_card_bought(b: Belief, event: e.DevelopmentCardBought) -> None:
    """All players see what the seat pays; only the seat sees the card that it draws."""
    b.hands.lose(event.seat, event.cost)
    b.card_drawn(event.seat, event.card)


def learn_knight_played(b: Belief, event: e.KnightPlayed) -> None:
    """The seat has one card less."""
    b.play_card(event.seat)


def learn_road_building_played(b: Belief, event: e.RoadBuildingPlayed) -> None:
    """The seat has one card less."""
    b.play_card(event.seat)


def learn_year_of_plenty_played(b: Belief, event: e.YearOfPlentyPlayed) -> None:
    """All players see what the bank pays."""
    b.play_card(event.seat)
    b.hands.gain(event.seat, event.cards)


def learn_monopoly_played(b: Belief, event: e.MonopolyPlayed) -> None:
    """Every other seat shows how many cards of the kind it held, and gives all of them."""
    b.play_card(event.seat)
    kind = event.resource
    for seat, count in enumerate(event.taken):
        if seat != event.seat:
            b.hands.show(seat, kind, count)
            moved = tuple([count * one for one in ONE[kind]])
            b.hands.lose(seat, moved)
            b.hands.gain(event.seat, moved)


def learn_largest_army_moved(b: Belief, event: e.LargestArmyMoved) -> None:
    """The points of Largest Army move with it."""
    b.largest_army = b.award(b.largest_army, event.seat)


EVIDENCE: Final[Evidence] = {
    e.DevelopmentCardBought: learn_development_card_bought,
    e.KnightPlayed: learn_knight_played,
    e.RoadBuildingPlayed: learn_road_building_played,
    e.YearOfPlentyPlayed: learn_year_of_plenty_played,
    e.MonopolyPlayed: learn_monopoly_played,
    e.LargestArmyMoved: learn_largest_army_moved,
}
