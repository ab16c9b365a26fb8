"""Evolve only assigns: each event type has one function that writes its outcome into the position."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from domain.catan import events as e
from domain.catan.inference import lose, robbed
from domain.catan.state import Offer, State, added
from domain.catan.terms import (
    AWARD_POINTS,
    CARDS,
    KINDS,
    KNIGHT,
    MONOPOLY,
    NOBODY,
    ROAD_BUILDING,
    STREAM_DECK,
    STREAM_DICE,
    STREAM_ROBBER,
    YEAR_OF_PLENTY,
)

_NO_CARDS: Final = (0,) * len(CARDS)


def gain(s: State, seat: int, cards: Sequence[int]) -> None:
    """A seat openly gets cards."""
    at = seat * KINDS
    for kind in range(KINDS):
        count = cards[kind]
        if count:
            s.hands[at + kind] += count
            s.known[at + kind] += count


def part_with(s: State, seat: int, cards: Sequence[int]) -> None:
    """A seat openly loses cards."""
    at = seat * KINDS
    for kind in range(KINDS):
        count = cards[kind]
        if count:
            s.hands[at + kind] -= count
            lose(s, seat, kind, count)


def draw_from_bank(s: State, cards: Sequence[int]) -> None:
    """The bank has fewer cards."""
    for kind in range(KINDS):
        s.bank[kind] -= cards[kind]


def return_to_bank(s: State, cards: Sequence[int]) -> None:
    """The bank has more cards."""
    for kind in range(KINDS):
        s.bank[kind] += cards[kind]


def pay(s: State, seat: int, cost: Sequence[int]) -> None:
    """A seat gives the bank its cards."""
    part_with(s, seat, cost)
    return_to_bank(s, cost)


def _use_card(s: State, seat: int, card: int) -> None:
    s.add_card(seat, card, -1)
    s.card_played = True


def _place_settlement(s: State, seat: int, node: int) -> None:
    s.settlements[seat] |= 1 << node
    s.blocked |= s.setting.board.topology.near[node]
    s.points[seat] += 1


def agenda_set(s: State, event: e.AgendaSet) -> None:
    s.agenda = event.frames


def settlement_founded(s: State, event: e.SettlementFounded) -> None:
    _place_settlement(s, event.seat, event.node)


def road_founded(s: State, event: e.RoadFounded) -> None:
    s.put_road(event.seat, event.edge)


def starting_cards_paid(s: State, event: e.StartingCardsPaid) -> None:
    gain(s, event.seat, event.cards)
    draw_from_bank(s, event.cards)


def turn_started(s: State, event: e.TurnStarted) -> None:
    s.active = event.seat
    s.turn = event.turn
    s.dice = 0
    s.card_played = False
    at = event.seat * len(CARDS)
    s.fresh = (*s.fresh[:at], *_NO_CARDS, *s.fresh[at + len(CARDS) :])


def turn_ended(s: State, event: e.TurnEnded) -> None:
    s.active = NOBODY


def dice_rolled(s: State, event: e.DiceRolled) -> None:
    s.dice = event.dice[0] * 10 + event.dice[1]
    s.draws[STREAM_DICE] += 1


def resources_produced(s: State, event: e.ResourcesProduced) -> None:
    for at, count in enumerate(event.gains):
        if count:
            s.hands[at] += count
            s.known[at] += count
            s.bank[at % KINDS] -= count


def discard_made(s: State, event: e.DiscardMade) -> None:
    at = event.seat * KINDS
    for kind in range(KINDS):
        s.hands[at + kind] -= event.cards[kind]
    s.aside = (*s.aside[:at], *event.cards, *s.aside[at + KINDS :])


def discards_revealed(s: State, event: e.DiscardsRevealed) -> None:
    for at, count in enumerate(event.discards):
        if count:
            s.bank[at % KINDS] += count
            lose(s, at // KINDS, at % KINDS, count)
    s.aside = (0,) * len(s.aside)


def robber_moved(s: State, event: e.RobberMoved) -> None:
    s.robber = event.tile


def card_stolen(s: State, event: e.CardStolen) -> None:
    s.draws[STREAM_ROBBER] += 1
    robbed(s, event.thief, event.victim, event.resource, sum(s.hand(event.victim)))
    s.hands[event.victim * KINDS + event.resource] -= 1
    s.hands[event.thief * KINDS + event.resource] += 1


def nothing_stolen(s: State, event: e.NothingStolen) -> None:
    """Nothing moves."""


def steal_declined(s: State, event: e.StealDeclined) -> None:
    """Nothing moves."""


def trade_offered(s: State, event: e.TradeOffered) -> None:
    s.offers = (*s.offers, Offer(event.offer, event.seat, event.give, event.take, event.to))
    s.next_offer = event.offer + 1


def _answer(s: State, number: int, seat: int, accepted: bool) -> None:
    bit = 1 << seat
    answered = []
    for offer in s.offers:
        if offer.id == number and accepted:
            answered.append(offer._replace(accepted=offer.accepted | bit, declined=offer.declined & ~bit))
        elif offer.id == number:
            answered.append(offer._replace(accepted=offer.accepted & ~bit, declined=offer.declined | bit))
        else:
            answered.append(offer)
    s.offers = tuple(answered)


def offer_accepted(s: State, event: e.OfferAccepted) -> None:
    _answer(s, event.offer, event.seat, True)


def offer_declined(s: State, event: e.OfferDeclined) -> None:
    _answer(s, event.offer, event.seat, False)


def _close(s: State, number: int) -> None:
    s.offers = tuple([offer for offer in s.offers if offer.id != number])


def offer_withdrawn(s: State, event: e.OfferWithdrawn) -> None:
    _close(s, event.offer)


def offers_lapsed(s: State, event: e.OffersLapsed) -> None:
    s.offers = ()


def trade_made(s: State, event: e.TradeMade) -> None:
    part_with(s, event.seat, event.give)
    part_with(s, event.partner, event.take)
    gain(s, event.seat, event.take)
    gain(s, event.partner, event.give)
    _close(s, event.offer)


def maritime_trade_made(s: State, event: e.MaritimeTradeMade) -> None:
    pay(s, event.seat, event.give)
    gain(s, event.seat, event.take)
    draw_from_bank(s, event.take)


def road_built(s: State, event: e.RoadBuilt) -> None:
    pay(s, event.seat, event.cost)
    s.put_road(event.seat, event.edge)


def road_moved(s: State, event: e.RoadMoved) -> None:
    s.lift_road(event.seat, event.origin)
    s.put_road(event.seat, event.edge)


def settlement_built(s: State, event: e.SettlementBuilt) -> None:
    pay(s, event.seat, event.cost)
    _place_settlement(s, event.seat, event.node)


def city_built(s: State, event: e.CityBuilt) -> None:
    pay(s, event.seat, event.cost)
    s.settlements[event.seat] &= ~(1 << event.node)
    s.cities[event.seat] |= 1 << event.node
    s.points[event.seat] += 1


def development_card_bought(s: State, event: e.DevelopmentCardBought) -> None:
    pay(s, event.seat, event.cost)
    s.draws[STREAM_DECK] += 1
    s.deck = added(s.deck, event.card, -1)
    s.add_card(event.seat, event.card, 1)
    s.fresh = added(s.fresh, event.seat * len(CARDS) + event.card, 1)


def knight_played(s: State, event: e.KnightPlayed) -> None:
    _use_card(s, event.seat, KNIGHT)
    s.knights = added(s.knights, event.seat, 1)


def road_building_played(s: State, event: e.RoadBuildingPlayed) -> None:
    _use_card(s, event.seat, ROAD_BUILDING)


def year_of_plenty_played(s: State, event: e.YearOfPlentyPlayed) -> None:
    _use_card(s, event.seat, YEAR_OF_PLENTY)
    gain(s, event.seat, event.cards)
    draw_from_bank(s, event.cards)


def monopoly_played(s: State, event: e.MonopolyPlayed) -> None:
    _use_card(s, event.seat, MONOPOLY)
    kind = event.resource
    for seat, count in enumerate(event.taken):
        if seat != event.seat:
            s.hands[seat * KINDS + kind] -= count
            lose(s, seat, kind, s.seats * 100)
    total = sum(event.taken)
    s.hands[event.seat * KINDS + kind] += total
    s.known[event.seat * KINDS + kind] += total


def route_changed(s: State, event: e.RouteChanged) -> None:
    s.routes = added(s.routes, event.seat, event.length - s.routes[event.seat])


def longest_road_moved(s: State, event: e.LongestRoadMoved) -> None:
    if s.longest_road != NOBODY:
        s.points[s.longest_road] -= AWARD_POINTS
    if event.seat != NOBODY:
        s.points[event.seat] += AWARD_POINTS
    s.longest_road = event.seat


def largest_army_moved(s: State, event: e.LargestArmyMoved) -> None:
    if s.largest_army != NOBODY:
        s.points[s.largest_army] -= AWARD_POINTS
    if event.seat != NOBODY:
        s.points[event.seat] += AWARD_POINTS
    s.largest_army = event.seat


def game_won(s: State, event: e.GameWon) -> None:
    s.winner = event.seat
    s.points[event.seat] = event.points


def hands_revealed(s: State, event: e.HandsRevealed) -> None:
    for at, count in enumerate(event.hands):
        s.known[at] = count
    s.extra = (0,) * len(s.extra)
    s.cards = event.cards
    s.points = list(event.points)


EVOLVERS: Final[dict[Any, Callable[[Any, Any], None]]] = {
    e.AgendaSet: agenda_set,
    e.SettlementFounded: settlement_founded,
    e.RoadFounded: road_founded,
    e.StartingCardsPaid: starting_cards_paid,
    e.TurnStarted: turn_started,
    e.TurnEnded: turn_ended,
    e.DiceRolled: dice_rolled,
    e.ResourcesProduced: resources_produced,
    e.DiscardMade: discard_made,
    e.DiscardsRevealed: discards_revealed,
    e.RobberMoved: robber_moved,
    e.CardStolen: card_stolen,
    e.NothingStolen: nothing_stolen,
    e.StealDeclined: steal_declined,
    e.TradeOffered: trade_offered,
    e.OfferAccepted: offer_accepted,
    e.OfferDeclined: offer_declined,
    e.OfferWithdrawn: offer_withdrawn,
    e.OffersLapsed: offers_lapsed,
    e.TradeMade: trade_made,
    e.MaritimeTradeMade: maritime_trade_made,
    e.RoadBuilt: road_built,
    e.RoadMoved: road_moved,
    e.SettlementBuilt: settlement_built,
    e.CityBuilt: city_built,
    e.DevelopmentCardBought: development_card_bought,
    e.KnightPlayed: knight_played,
    e.RoadBuildingPlayed: road_building_played,
    e.YearOfPlentyPlayed: year_of_plenty_played,
    e.MonopolyPlayed: monopoly_played,
    e.RouteChanged: route_changed,
    e.LongestRoadMoved: longest_road_moved,
    e.LargestArmyMoved: largest_army_moved,
    e.GameWon: game_won,
    e.HandsRevealed: hands_revealed,
}
