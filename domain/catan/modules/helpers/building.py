"""Plays the helpers of the build phase: a road for another resource, a choice of cards, a knight for a building."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from domain.catan.belief import Belief, learn_payment
from domain.catan.chapters.building.messages import CityBuilt
from domain.catan.chapters.building.rules import begin_building, can_pay, check_payment, lay_road, raise_settlement
from domain.catan.chapters.building.sites import check_city, check_road, check_settlement, road_sites, settlement_sites
from domain.catan.chapters.development.largest_army import award_largest_army
from domain.catan.hands import pay
from domain.catan.kinds import Cards
from domain.catan.modules.helpers import terms
from domain.catan.modules.helpers.holdings import NO_CARDS, helper_cards
from domain.catan.modules.helpers.using import HelperUsed, check_use, settling
from domain.catan.state import State
from domain.catan.terms import CARD_COST, CARDS, KINDS, NOBODY, ROAD_COST, STREAM_DECK
from domain.core.agenda import Agenda, Frame
from domain.core.decider import Draft
from domain.core.errors import IllegalCommand
from domain.core.masks import bits
from domain.core.messages import HIDDEN, AnyCommand
from domain.core.number_rows import add
from domain.core.table_state import pop


@dataclass(frozen=True, slots=True)
class UseRoadHelp:
    """Build a road and pay `cards`: lumber or brick replaced by another resource."""

    edge: int
    cards: Cards


@dataclass(frozen=True, slots=True)
class UseCardChoice:
    """Buy a development card for `cards`, one of them perhaps a replacement, and look at the top three."""

    cards: Cards


@dataclass(frozen=True, slots=True)
class KeepCard:
    """Keep one of the development cards looked at."""

    card: int


@dataclass(frozen=True, slots=True)
class UseKnightToBuilding:
    """Discard a played knight and build cheaply: a city on an own settlement, else a settlement."""

    node: int


@dataclass(slots=True)
class CardChoicePaid:
    """A seat paid for a development card that it is about to choose."""

    seat: int
    cost: Cards


@dataclass(slots=True)
class TopCardSeen:
    """A seat looks at one more card from the top of the deck; the kind is its secret."""

    seat: int
    card: int


@dataclass(slots=True)
class DevelopmentCardKept:
    """A seat kept one of the cards looked at; the others went back into the deck."""

    seat: int
    card: int


@dataclass(slots=True)
class KnightDiscarded:
    """A played knight left the game."""

    seat: int


def _replaced(cost: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """Return every cost that replaces one card of a cost by one of another kind."""
    return tuple(
        tuple(cost[k] - int(k == old) + int(k == new) for k in range(KINDS))
        for old in range(KINDS)
        for new in range(KINDS)
        if cost[old] and new != old
    )


ROAD_PRICES: Final = _replaced(ROAD_COST)
"""Lists the cards for which the helper lays a road."""
CARD_PRICES: Final = (CARD_COST, *_replaced(CARD_COST))
"""Lists the cards for which the helper shows the top of the deck."""


def use_road_help(draft: Draft[State], seat: int, command: UseRoadHelp) -> Agenda | None:
    """Build one road with its lumber or its brick replaced."""
    state = draft.state
    check_use(state, seat, terms.ROAD_HELP)
    if not state.roads_left(seat):
        raise IllegalCommand("catan.road.limit")
    check_road(state, seat, command.edge)
    if command.cards not in ROAD_PRICES:
        raise IllegalCommand("helpers.road_help.replace_one")
    check_payment(state, seat, command.cards, "catan.road.cost")
    agenda = begin_building(draft, seat)
    draft.emit(HelperUsed(seat, terms.ROAD_HELP))
    lay_road(draft, seat, command.edge, command.cards)
    return settling(state, seat, agenda)


def list_road_helps(state: State, seat: int) -> list[AnyCommand]:
    """Return every road site at every price that the hand pays."""
    prices = [price for price in ROAD_PRICES if can_pay(state, seat, price)]
    if not prices or not state.roads_left(seat):
        return []
    return [UseRoadHelp(edge, price) for edge in bits(road_sites(state, seat)) for price in prices]


def use_card_choice(draft: Draft[State], seat: int, command: UseCardChoice) -> Agenda | None:
    """Pay, then look at the top of the deck: a draw a card."""
    state = draft.state
    check_use(state, seat, terms.CARD_CHOICE)
    if not any(state.deck):
        raise IllegalCommand("helpers.card_choice.short_deck")
    if command.cards not in CARD_PRICES:
        raise IllegalCommand("helpers.card_choice.look_three")
    check_payment(state, seat, command.cards, "catan.development_card.cost")
    agenda = begin_building(draft, seat)
    draft.emit(HelperUsed(seat, terms.CARD_CHOICE))
    draft.emit(CardChoicePaid(seat, command.cards))
    for _ in range(min(terms.LOOKED_AT, sum(state.deck))):
        looked = helper_cards(state).looked
        left = [count - looked[card] for card, count in enumerate(state.deck)]
        draft.emit(TopCardSeen(seat, draft.draw(STREAM_DECK, left)))
    return settling(state, seat, agenda, Frame(terms.KEEP, 1 << seat))


def keep_card(draft: Draft[State], seat: int, command: KeepCard) -> Agenda | None:
    """Keep one of the cards looked at; like one bought in this turn, it cannot be played before the next turn."""
    if not helper_cards(draft.state).looked[command.card]:
        raise IllegalCommand("helpers.card_choice.look_three", card=CARDS[command.card])
    draft.emit(DevelopmentCardKept(seat, command.card))
    return pop(draft.state)


def list_card_choices(state: State, seat: int) -> list[AnyCommand]:
    """Return every price that the hand pays, while the deck has cards."""
    if not any(state.deck):
        return []
    return [UseCardChoice(price) for price in CARD_PRICES if can_pay(state, seat, price)]


def list_kept(state: State, seat: int) -> list[AnyCommand]:
    """Return every kind among the cards looked at."""
    return [KeepCard(card) for card, count in enumerate(helper_cards(state).looked) if count]


def use_knight(draft: Draft[State], seat: int, command: UseKnightToBuilding) -> Agenda | None:
    """Discard a played knight for a cheap city or settlement; the army is judged at once."""
    state = draft.state
    check_use(state, seat, terms.KNIGHT_TO_BUILDING)
    if not state.knights[seat]:
        raise IllegalCommand("helpers.knight_building.played_only")
    is_city = bool(state.settlements[seat] >> command.node & 1)
    (check_city if is_city else check_settlement)(state, seat, command.node)
    cost = terms.KNIGHT_CITY_COST if is_city else terms.KNIGHT_SETTLEMENT_COST
    check_payment(state, seat, cost, "helpers.knight_building.cost")
    agenda = begin_building(draft, seat)
    draft.emit(HelperUsed(seat, terms.KNIGHT_TO_BUILDING))
    draft.emit(KnightDiscarded(seat))
    award_largest_army(draft)
    if is_city:
        draft.emit(CityBuilt(seat, command.node, cost))
    else:
        raise_settlement(draft, seat, command.node, cost)
    return settling(state, seat, agenda)


def list_knight_buildings(state: State, seat: int) -> list[AnyCommand]:
    """Return every city and settlement that a played knight and the hand can pay."""
    if not state.knights[seat]:
        return []
    nodes = 0
    if state.cities_left(seat) and can_pay(state, seat, terms.KNIGHT_CITY_COST):
        nodes |= state.settlements[seat]
    if state.settlements_left(seat) and can_pay(state, seat, terms.KNIGHT_SETTLEMENT_COST):
        nodes |= settlement_sites(state, seat)
    return [UseKnightToBuilding(node) for node in bits(nodes)]


def card_choice_paid(s: State, event: CardChoicePaid) -> None:
    """Pay for a look at the deck."""
    pay(s, event.seat, event.cost)
    helper_cards(s).looker = event.seat


def top_card_seen(s: State, event: TopCardSeen) -> None:
    """Count the card among those that the seat looks at."""
    s.draws[STREAM_DECK] += 1
    cards = helper_cards(s)
    cards.looked = add(cards.looked, event.card, 1)
    cards.count += 1


def development_card_kept(s: State, event: DevelopmentCardKept) -> None:
    """Keep one of the cards; the others stay in the deck."""
    s.draw_card(event.seat, event.card)
    cards = helper_cards(s)
    cards.looker, cards.count, cards.looked = NOBODY, 0, NO_CARDS


def knight_discarded(s: State, event: KnightDiscarded) -> None:
    """Remove a knight that was played."""
    s.knights = add(s.knights, event.seat, -1)


def learn_card_choice_paid(b: Belief, event: CardChoicePaid) -> None:
    """All players see what the seat pays for a look at the deck, where it may see the same cards again."""
    learn_payment(b, event)
    if event.seat == b.seat:
        b.in_deck = [0] * len(CARDS)


def learn_top_card_seen(b: Belief, event: TopCardSeen) -> None:
    """The seat that looked knows that the card is in the deck."""
    if event.card != HIDDEN:
        b.in_deck[event.card] += 1


def learn_development_card_kept(b: Belief, event: DevelopmentCardKept) -> None:
    """The seat takes a card that it alone sees."""
    b.card_drawn(event.seat, event.card)
