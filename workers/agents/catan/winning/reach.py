"""Bounds the points that a turn of Catan can still bring, never too low: what it calls out of reach needs no search.

The bound leaves out in what order things are done, whether sites lie too close together, and whether the bank runs out.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import Any, Final, NamedTuple

from domain.catan.awards import rightful_holder
from domain.catan.chapters.development.messages import PlayKnight, PlayMonopoly, PlayRoadBuilding, PlayYearOfPlenty
from domain.catan.state import State
from domain.catan.terms import (
    AWARD_POINTS,
    BUILD,
    CARD_COST,
    CARDS,
    CITY_COST,
    FREE_ROADS,
    KINDS,
    KNIGHT,
    MONOPOLY,
    MOVE_ROBBER,
    NOTHING,
    ROAD_BUILDING,
    ROAD_COST,
    ROLL,
    SETTLEMENT_COST,
    SMALLEST_LARGEST_ARMY,
    STEAL,
    TRADE,
    VICTORY_POINT,
    YEAR_OF_PLENTY,
)
from workers.agents.catan.prospects import can_pay
from workers.agents.catan.tactics import Help, Tactics
from workers.agents.catan.winning.counts import are_all_points, cards_on_offer, missing_points, unseen_cards
from workers.agents.catan.winning.helps import NO_HELP, join, merge
from workers.agents.catan.winning.net import Net
from workers.agents.catan.winning.routes import NEVER, Laid

FREE: Final = 2
PLENTY: Final = 2
MOST_ROADS: Final = 7
"""Limits the roads of one turn that the bound considers: two by a card, one by a module, and four that are paid."""
CHEAPEST: Final = 4
"""The cards that a point costs at least, if it is built."""
ROLLED: Final = 12
"""Cards that a roll may bring where it may be that no seven can come."""
BEST_RATES: Final = (2,) * KINDS
NO_RATES: Final = (1 << 20,) * KINDS
_PHASES: Final = frozenset((ROLL, TRADE, BUILD))
_SETTLEMENT: Final = sum(SETTLEMENT_COST)
_CITY: Final = sum(CITY_COST)
_CARD: Final = sum(CARD_COST)


class Aim(NamedTuple):
    """Holds one way in which the points may come: its cost, the edges of its roads, the card to play first, if any.

    `is_helped` says whether something of a module is needed.
    """

    cost: tuple[int, ...]
    edges: int
    hand: tuple[int, ...]
    play: Any | None
    is_helped: bool = False


class Played(NamedTuple):
    """Holds what may be had before anything is built: the hand, what else helps, and the card played for it, if any."""

    hand: tuple[int, ...]
    help: Help
    play: Any | None = None
    steals: int = 0
    is_helped: bool = False


class Bundle(NamedTuple):
    """Counts buildings and bought cards."""

    settlements: int
    cities: int
    cards: int


class Reach:
    """Bounds what a seat can still gain in its turn, at one position in which nothing is hidden."""

    def __init__(self, state: State, seat: int, tactics: Sequence[Tactics[Any]], *, draws: bool = False) -> None:
        """If it counts `draws`, cards are bought that are points but for a few, as many more as may be none."""
        self.state = state
        self.seat = seat
        self.hand = tuple(state.hand(seat))
        at = seat * len(CARDS)
        self.cards = state.cards[at : at + len(CARDS)]
        self.fresh = state.fresh[at : at + len(CARDS)]
        self.need = missing_points(state, seat, self.cards, self.fresh)
        self.kinds = [frame.kind for frame in state.agenda]
        self.can_trade = BUILD not in self.kinds
        self.has_phases = not state.setting.combined and not _PHASES.isdisjoint(self.kinds)
        self.gains_by_roads = bool(state.setting.points.bank_rates)
        self.wasted = self._count_wasted() if draws else 0
        self.sure_cards = self._count_sure_points()
        self.helps = [(NO_HELP, *tactic.helps(state, seat)) for tactic in tactics if tactic.helps is not None]
        self.net: Net | None = None

    def aims(self) -> Iterator[Aim]:
        """Yield ways in which the missing points may come; none if the turn surely cannot bring them."""
        if self.need <= 0:
            yield Aim(NOTHING, 0, self.hand, None)
            return
        plays = list(self._cards_played())
        near = [one for one in self._starts(plays, self._merged) if self.need <= self._most_points(one)]
        if near:
            self.net = Net(self.state, self.seat, max([self._most_roads(one) for one in near]))
            open_ = {one.play for one in near if next(self._try(one), None) is not None}
            for one in self._starts([one for one in plays if one.play in open_], self.helps):
                if self.need <= self._most_points(one):
                    yield from self._try(one)

    def _starts(self, plays: Iterable[Played], helps: Sequence[Sequence[Help]]) -> Iterator[Played]:
        """Yield what may be had before anything is built, for every card to play and every help of the modules."""
        pending, steals = self._pending()
        for own in plays:
            for chosen in product(*helps):
                whole, is_helped = join((pending, own.help, *chosen)), any(one is not NO_HELP for one in chosen)
                yield own._replace(help=whole, steals=own.steals + steals, is_helped=is_helped)

    @property
    def _merged(self) -> list[Sequence[Help]]:
        """Return the helps with all alternatives of a module in one, but for those that ask for buildings."""
        return [
            (merge([one for one in helps if not one.builds]), *(one for one in helps if one.builds))
            for helps in self.helps
        ]

    def _pending(self) -> tuple[Help, int]:
        """Return what begun commands bring, offers that were accepted and the dice, and how many cards to steal."""
        state = self.state
        roads = sum([frame.data for frame in state.agenda if frame.kind == FREE_ROADS])
        steals = self.kinds.count(MOVE_ROBBER) + self.kinds.count(STEAL)
        cards = cards_on_offer(state, self.seat)
        if ROLL in self.kinds:
            steals += 1
            cards += ROLLED if state.setting.points.rolls else 0
        return Help(cards=cards, roads=roads), steals

    def _cards_played(self) -> Iterator[Played]:
        """Yield what each playable development card would bring, first that of none."""
        yield Played(self.hand, NO_HELP)
        if self.state.card_played:
            return
        ready = [held > fresh for held, fresh in zip(self.cards, self.fresh, strict=True)]
        if ready[ROAD_BUILDING]:
            yield Played(self.hand, Help(roads=FREE), PlayRoadBuilding())
        if ready[YEAR_OF_PLENTY]:
            yield Played(self.hand, Help(cards=PLENTY), PlayYearOfPlenty)
        if ready[MONOPOLY]:
            for kind in range(KINDS):
                others = sum(self.state.hands[kind::KINDS]) - self.hand[kind]
                if others:
                    yield Played(_with(self.hand, kind, others), NO_HELP, PlayMonopoly(kind))
        if ready[KNIGHT]:
            yield Played(self.hand, Help(points=AWARD_POINTS * self._takes_army()), PlayKnight(), steals=1)

    def _takes_army(self) -> bool:
        state = self.state
        knights = [count + (seat == self.seat) for seat, count in enumerate(state.knights)]
        holder = rightful_holder(knights, state.largest_army, SMALLEST_LARGEST_ARMY)
        return holder == self.seat != state.largest_army

    def _count_wasted(self) -> int:
        """Return how many cards of the deck may be no victory points."""
        unseen = unseen_cards(self.state, self.seat)
        return min(sum(unseen) - unseen[VICTORY_POINT], sum(self.state.deck))

    def _count_sure_points(self) -> int:
        """Return how many bought cards are surely victory points: all that are left, or none, but for wasted ones."""
        if self.wasted and not self.state.setting.victory_point_card_waits:
            return sum(self.state.deck) - self.wasted
        return sum(self.state.deck) if are_all_points(self.state, self.seat) else 0

    def _most_points(self, one: Played) -> int:
        """Return a coarse bound of the points, by the number of cards alone."""
        state, cards = self.state, sum(one.hand) + one.help.cards + one.steals
        road = AWARD_POINTS if state.longest_road != self.seat and (cards > 1 or one.help.roads) else 0
        prizes = MOST_ROADS if state.setting.points.prizes else 0
        return cards // CHEAPEST + one.help.points + road + prizes + self.sure_cards

    def _try(self, one: Played) -> Iterator[Aim]:
        """Yield how a start may bring the points: without a theft, or whatever is stolen from one of the rivals."""
        yield from self._build(one)
        if not one.steals:
            return
        more = one._replace(help=one.help._replace(cards=one.help.cards + one.steals - 1))
        for rival in range(self.state.seats):
            kinds = [kind for kind, count in enumerate(self.state.hand(rival)) if count]
            if rival != self.seat and kinds:
                aims = [next(self._build(more._replace(hand=_with(one.hand, kind, 1))), None) for kind in kinds]
                if None not in aims:
                    yield from filter(None, aims)

    def _build(self, one: Played) -> Iterator[Aim]:
        """Yield buildings that bring the missing points and may be paid."""
        assert self.net is not None
        net, need = self.net, self.need - one.help.points
        for award, least in self._awards():
            left = need - AWARD_POINTS * (award is not None)
            for tokens in range(min(len(net.prizes), max(0, left)) + 1):
                for bundle in self._bundles(left - tokens, least, one):
                    laid = net.fewest(bundle.settlements, tokens)
                    if award is not None:
                        laid = Laid(max(laid.number, award.number), laid.edges | award.edges)
                    if laid.number <= net.most:
                        found = self._pay(one, bundle, laid)
                        if found is not None:
                            yield found

    def _awards(self) -> Iterator[tuple[Laid | None, int]]:
        """Yield ways to the Longest Road with the settlements that each needs; first that of doing without."""
        yield None, 0
        net = self.net
        if net is not None and self.state.longest_road != self.seat:
            for laid, settlements in ((net.longest, 0), (net.longest_by_settling, 1)):
                if laid.number < NEVER:
                    yield laid, settlements

    def _bundles(self, need: int, least: int, one: Played) -> Iterator[Bundle]:
        """Yield numbers of settlements, cities and cards that bring points, the fewest settlements first."""
        state, seat, net = self.state, self.seat, self.net
        assert net is not None
        builds, cards_at_most = one.help.builds, sum(one.hand) + one.help.cards
        standing = state.settlements[seat].bit_count()
        cities_left, settlements_left = state.cities_left(seat), state.settlements_left(seat)
        for settlements in range(least, min(max(least, need, builds), len(net.sites)) + 1):
            for points in range(min(self.sure_cards, max(0, need)) + 1):
                cities = max(0, need - settlements - points, builds - settlements)
                cards = points + self.wasted * (points > 0)
                fits = cities <= cities_left and cities <= standing + settlements
                is_paid = _SETTLEMENT * settlements + _CITY * cities + _CARD * cards <= cards_at_most
                if is_paid and fits and settlements <= settlements_left + cities:
                    yield Bundle(settlements, cities, cards)

    def _pay(self, one: Played, bundle: Bundle, laid: Laid) -> Aim | None:
        if laid.number > self.state.roads_left(self.seat) + one.help.lifted:
            return None
        paid, settlements = max(0, laid.number - one.help.roads), bundle.settlements
        cost = _cost_of(paid, settlements, bundle.cities, bundle.cards)
        rates = self._rates(one.help, laid.number > 0, settlements > 0)
        if not can_pay(one.hand, cost, rates, one.help.cards):
            return None
        if settlements or laid.number:  # better rates come only with what is built first
            first = self._first_cost(one.help, laid.number, settlements)
            if not can_pay(one.hand, first, self._rates(one.help, False, False), one.help.cards):
                return None
        return Aim(cost, laid.edges, one.hand, one.play, one.is_helped)

    def _first_cost(self, help_: Help, roads: int, settlements: int) -> tuple[int, ...]:
        """Return what is surely paid before the rates of the bank can get better."""
        if roads and (self.gains_by_roads or help_.paves):
            return NOTHING if help_.roads else ROAD_COST
        return SETTLEMENT_COST if settlements else NOTHING

    def _most_roads(self, one: Played) -> int:
        """Return how many roads could be laid at most, by cards and pieces."""
        best = BEST_RATES if self.can_trade else NO_RATES
        most = one.help.roads
        while most < MOST_ROADS:
            paid = most + 1 - one.help.roads
            if not can_pay(one.hand, (paid, paid, 0, 0, 0), best, one.help.cards + one.steals):
                break
            most += 1
        return min(most, MOST_ROADS, self.state.roads_left(self.seat) + one.help.lifted)

    def _rates(self, help_: Help, laid: bool, settled: bool) -> Sequence[int]:
        """Return the best rates of the bank, as they are or as new roads and settlements may make them."""
        if not self.can_trade:
            return NO_RATES
        assert self.net is not None
        is_late = self.has_phases  # building ends the trade phase, but for roads that a card brings
        rates = self.net.rates(laid and not (is_late and not help_.roads), settled and not is_late)
        paved = not help_.paves or (laid and (not self.has_phases or help_.roads > 0))
        return rates if help_.rate >= NO_HELP.rate or not paved else [min(help_.rate, rate) for rate in rates]


def _cost_of(roads: int, settlements: int, cities: int, cards: int) -> tuple[int, ...]:
    """Return the cost of so many things to build and cards to buy."""
    return tuple(
        [
            roads * ROAD_COST[k] + settlements * SETTLEMENT_COST[k] + cities * CITY_COST[k] + cards * CARD_COST[k]
            for k in range(KINDS)
        ]
    )


def _with(hand: Sequence[int], kind: int, count: int) -> tuple[int, ...]:
    return tuple([held + count * (k == kind) for k, held in enumerate(hand)])
