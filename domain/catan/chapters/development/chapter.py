"""Composes development cards: what their events write and let seats conclude, and when each command is allowed."""

from typing import Final

from domain.catan.belief import Belief
from domain.catan.chapters.development import messages, rules
from domain.catan.chapters.development.largest_army import award_largest_army, largest_army_moved
from domain.catan.hands import lose, pay, take_from_bank
from domain.catan.module import Module
from domain.catan.state import State
from domain.catan.terms import (
    CARDS,
    FREE_ROADS,
    KINDS,
    KNIGHT,
    MONOPOLY,
    ONE,
    PHASES,
    ROAD_BUILDING,
    ROLL,
    STREAM_DECK,
    YEAR_OF_PLENTY,
)
from domain.core.agenda import member
from domain.core.chapter import ANY, Chapter, Times
from domain.core.kinds import integer
from domain.core.number_rows import add


def _use_card(s: State, seat: int, card: int) -> None:
    s.add_card(seat, card, -1)
    s.card_played = True


def development_card_bought(s: State, event: messages.DevelopmentCardBought) -> None:
    """Move the card from the deck to the cards bought this turn, paid for."""
    pay(s, event.seat, event.cost)
    s.draws[STREAM_DECK] += 1
    s.draw_card(event.seat, event.card)


def knight_played(s: State, event: messages.KnightPlayed) -> None:
    """Lay the knight open, among those that the seat has played."""
    _use_card(s, event.seat, KNIGHT)
    s.knights = add(s.knights, event.seat, 1)


def road_building_played(s: State, event: messages.RoadBuildingPlayed) -> None:
    """Spend the card; the roads are events of their own."""
    _use_card(s, event.seat, ROAD_BUILDING)


def year_of_plenty_played(s: State, event: messages.YearOfPlentyPlayed) -> None:
    """Spend the card, and take the resources from the bank."""
    _use_card(s, event.seat, YEAR_OF_PLENTY)
    take_from_bank(s, event.seat, event.cards)


def monopoly_played(s: State, event: messages.MonopolyPlayed) -> None:
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


def learn_development_card_bought(b: Belief, event: messages.DevelopmentCardBought) -> None:
    """All players see what the seat pays; only the seat sees the card that it draws."""
    b.hands.lose(event.seat, event.cost)
    b.card_drawn(event.seat, event.card)


def learn_card_played(b: Belief, event: messages.KnightPlayed | messages.RoadBuildingPlayed) -> None:
    """The seat has one card less."""
    b.play_card(event.seat)


def learn_year_of_plenty_played(b: Belief, event: messages.YearOfPlentyPlayed) -> None:
    """All players see what the bank pays."""
    b.play_card(event.seat)
    b.hands.gain(event.seat, event.cards)


def learn_monopoly_played(b: Belief, event: messages.MonopolyPlayed) -> None:
    """Every other seat shows how many cards of the kind it held, and gives all of them."""
    b.play_card(event.seat)
    kind = event.resource
    for seat, count in enumerate(event.taken):
        if seat != event.seat:
            b.hands.show(seat, kind, count)
            moved = tuple([count * one for one in ONE[kind]])
            b.hands.lose(seat, moved)
            b.hands.gain(event.seat, moved)


MODULE: Final = Module(
    order=8,
    chapter=Chapter(
        "development",
        frames={FREE_ROADS: "road_building"},
        members={FREE_ROADS: member("roads", integer(1, 2))},
        streams={STREAM_DECK: "deck"},
        outcomes={STREAM_DECK: (CARDS,)},
        rules={
            messages.BuyDevelopmentCard: rules.buy_card,
            messages.PlayKnight: rules.play_knight,
            messages.PlayRoadBuilding: rules.play_road_building,
            messages.PlayYearOfPlenty: rules.play_year_of_plenty,
            messages.PlayMonopoly: rules.play_monopoly,
        },
        acting=Times(
            allowed={
                ROLL: messages.PLAY_CARD,
                **dict.fromkeys(PHASES, messages.PLAY_CARD | {messages.BuyDevelopmentCard}),
            },
            refusals={
                ROLL: {messages.BuyDevelopmentCard: "catan.turn.before_roll_card_only"},
                FREE_ROADS: {ANY: "catan.road_building.mandatory"},
            },
            listers={ROLL: rules.list_cards, **dict.fromkeys(PHASES, rules.list_purchase_and_cards)},
        ),
        out_of_turn=dict.fromkeys(messages.PLAY_CARD, "catan.development_card.own_turn"),
        evolvers={
            messages.DevelopmentCardBought: development_card_bought,
            messages.KnightPlayed: knight_played,
            messages.RoadBuildingPlayed: road_building_played,
            messages.YearOfPlentyPlayed: year_of_plenty_played,
            messages.MonopolyPlayed: monopoly_played,
            messages.LargestArmyMoved: largest_army_moved,
        },
        settle=award_largest_army,
    ),
    commands=messages.COMMANDS,
    events=messages.EVENTS,
    evidence={
        messages.DevelopmentCardBought: learn_development_card_bought,
        messages.KnightPlayed: learn_card_played,
        messages.RoadBuildingPlayed: learn_card_played,
        messages.YearOfPlentyPlayed: learn_year_of_plenty_played,
        messages.MonopolyPlayed: learn_monopoly_played,
        messages.LargestArmyMoved: largest_army_moved,
    },
)
