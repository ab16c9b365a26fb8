"""Updates beliefs by development cards."""

from typing import Final

from domain.catan.belief import ONE, Belief, Evidence
from domain.catan.chapters.development import messages as e


def development_card_bought(b: Belief, event: e.DevelopmentCardBought) -> None:
    """All players see what the seat pays; only the seat sees the card that it draws."""
    b.hands.lose(event.seat, event.cost)
    b.card_drawn(event.seat, event.card)


def knight_played(b: Belief, event: e.KnightPlayed) -> None:
    """The seat has one card less."""
    b.play_card(event.seat)


def road_building_played(b: Belief, event: e.RoadBuildingPlayed) -> None:
    """The seat has one card less."""
    b.play_card(event.seat)


def year_of_plenty_played(b: Belief, event: e.YearOfPlentyPlayed) -> None:
    """All players see what the bank pays."""
    b.play_card(event.seat)
    b.hands.gain(event.seat, event.cards)


def monopoly_played(b: Belief, event: e.MonopolyPlayed) -> None:
    """Every other seat shows how many cards of the kind it held, and gives all of them."""
    b.play_card(event.seat)
    kind = event.resource
    for seat, count in enumerate(event.taken):
        if seat != event.seat:
            b.hands.show(seat, kind, count)
            moved = tuple([count * one for one in ONE[kind]])
            b.hands.lose(seat, moved)
            b.hands.gain(event.seat, moved)


def largest_army_moved(b: Belief, event: e.LargestArmyMoved) -> None:
    """The points of Largest Army move with it."""
    b.largest_army = b.award(b.largest_army, event.seat)


EVIDENCE: Final[Evidence] = {
    e.DevelopmentCardBought: development_card_bought,
    e.KnightPlayed: knight_played,
    e.RoadBuildingPlayed: road_building_played,
    e.YearOfPlentyPlayed: year_of_plenty_played,
    e.MonopolyPlayed: monopoly_played,
    e.LargestArmyMoved: largest_army_moved,
}
