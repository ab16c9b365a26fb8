"""Buys and plays development cards (rulebook 003, Construction d and Special cases b)."""

from typing import Final

from domain.catan.chapters.building.rules import begin_building, can_pay, check_payment
from domain.catan.chapters.building.sites import road_sites
from domain.catan.chapters.development import messages
from domain.catan.chapters.development.largest_army import award_largest_army
from domain.catan.state import State
from domain.catan.terms import (
    CARD_COST,
    CARDS,
    FREE_ROADS,
    KINDS,
    KNIGHT,
    MONOPOLY,
    MOVE_ROBBER,
    ROAD_BUILDING,
    STREAM_DECK,
    YEAR_OF_PLENTY,
)
from domain.core.agenda import Agenda, Frame
from domain.core.decider import Draft
from domain.core.errors import IllegalCommand
from domain.core.messages import AnyCommand
from domain.core.table_state import push

_BUY: Final = messages.BuyDevelopmentCard()
_KNIGHT: Final = messages.PlayKnight()
_ROADS: Final = messages.PlayRoadBuilding()
_MONOPOLIES: Final = tuple(messages.PlayMonopoly(kind) for kind in range(KINDS))
_FREE: Final = 2
_PLENTY: Final = 2


def buy_card(draft: Draft[State], seat: int, command: messages.BuyDevelopmentCard) -> Agenda | None:
    """Buy the top card: a draw from the cards that are left."""
    state = draft.state
    if not any(state.deck):
        raise IllegalCommand("catan.development_card.deck_empty")
    check_payment(state, seat, CARD_COST, "catan.development_card.cost")
    agenda = begin_building(draft, seat)
    draft.emit(messages.DevelopmentCardBought(seat, draft.draw(STREAM_DECK, state.deck), CARD_COST))
    return agenda


def playable(state: State, seat: int, card: int) -> bool:
    """Return whether a seat may play a card of a kind now: one a turn, none bought this turn."""
    at = seat * len(CARDS) + card
    return not state.card_played and state.cards[at] > state.fresh[at]


def check_playable(state: State, seat: int, card: int) -> None:
    """Refuse a card that may not be played, naming the rule."""
    at = seat * len(CARDS) + card
    if not state.cards[at]:
        raise IllegalCommand("catan.development_card.own_card", card=CARDS[card])
    if state.card_played:
        raise IllegalCommand("catan.development_card.one_per_turn")
    if state.cards[at] <= state.fresh[at]:
        raise IllegalCommand("catan.development_card.not_bought_now", card=CARDS[card])


def play_knight(draft: Draft[State], seat: int, command: messages.PlayKnight) -> Agenda | None:
    """Lay a knight face up, count the army, and move the robber."""
    check_playable(draft.state, seat, KNIGHT)
    draft.emit(messages.KnightPlayed(seat))
    award_largest_army(draft)
    return push(draft.state, Frame(MOVE_ROBBER, 1 << seat))


def play_road_building(draft: Draft[State], seat: int, command: messages.PlayRoadBuilding) -> Agenda | None:
    """Owe two free roads, or one where only one can be placed."""
    state = draft.state
    check_playable(state, seat, ROAD_BUILDING)
    if not state.roads_left(seat) or not road_sites(state, seat):
        raise IllegalCommand("catan.road_building.none")
    draft.emit(messages.RoadBuildingPlayed(seat))
    return push(state, Frame(FREE_ROADS, 1 << seat, min(_FREE, state.roads_left(seat))))


def play_year_of_plenty(draft: Draft[State], seat: int, command: messages.PlayYearOfPlenty) -> Agenda | None:
    """Take two cards from the bank, or what it has."""
    state = draft.state
    check_playable(state, seat, YEAR_OF_PLENTY)
    count = min(_PLENTY, sum(state.bank))
    if not count or any(n > left for n, left in zip(command.cards, state.bank, strict=True)):
        raise IllegalCommand("catan.year_of_plenty.bank_short")
    if sum(command.cards) != count:
        raise IllegalCommand("catan.year_of_plenty.two_cards", count=count)
    draft.emit(messages.YearOfPlentyPlayed(seat, command.cards))
    return None


def play_monopoly(draft: Draft[State], seat: int, command: messages.PlayMonopoly) -> Agenda | None:
    """Take every card of one kind from all others."""
    state = draft.state
    check_playable(state, seat, MONOPOLY)
    held = state.hands[command.resource :: KINDS]
    taken = tuple(0 if other == seat else held[other] for other in range(state.seats))
    draft.emit(messages.MonopolyPlayed(seat, command.resource, taken))
    return None


def list_cards(state: State, seat: int) -> list[AnyCommand]:
    """Return every development card that a seat can play now."""
    at = seat * len(CARDS)
    if state.card_played or not any(state.cards[at : at + YEAR_OF_PLENTY + 2]):
        return []
    found: list[AnyCommand] = []
    if playable(state, seat, KNIGHT):
        found.append(_KNIGHT)
    if playable(state, seat, ROAD_BUILDING) and state.roads_left(seat) and road_sites(state, seat):
        found.append(_ROADS)
    if playable(state, seat, YEAR_OF_PLENTY):
        found += [messages.PlayYearOfPlenty(cards) for cards in plenty(state.bank)]
    if playable(state, seat, MONOPOLY):
        found += _MONOPOLIES
    return found


def plenty(bank: list[int]) -> list[tuple[int, ...]]:
    """Return every choice of cards that year of plenty may take from a bank."""
    if sum(bank) < _PLENTY:
        return [tuple(bank)] if any(bank) else []
    pairs = [(a, b) for a in range(KINDS) for b in range(a, KINDS)]
    choices = [tuple(int(k == a) + int(k == b) for k in range(KINDS)) for a, b in pairs]
    return [cards for cards in choices if all(n <= left for n, left in zip(cards, bank, strict=True))]


def list_purchase_and_cards(state: State, seat: int) -> list[AnyCommand]:
    """Return buying a card, and every card that a seat can play now."""
    return list_purchase(state, seat) + list_cards(state, seat)


def list_purchase(state: State, seat: int) -> list[AnyCommand]:
    """Return the purchase of a card, if the deck and the hand allow it."""
    return [_BUY] if any(state.deck) and can_pay(state, seat, CARD_COST) else []
