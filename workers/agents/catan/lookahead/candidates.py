"""Lists the commands worth a trial: the planner's choice, and those that a player would consider too."""

from collections.abc import Iterator, Sequence
from operator import mul
from typing import Any, Final

from domain.catan.chapters.building.messages import BuildCity, BuildRoad, BuildSettlement
from domain.catan.chapters.development.messages import (
    BuyDevelopmentCard,
    PlayKnight,
    PlayMonopoly,
    PlayRoadBuilding,
    PlayYearOfPlenty,
)
from domain.catan.chapters.maritime import MaritimeTrade
from domain.catan.chapters.production import RollDice
from domain.catan.chapters.robber.messages import DeclineSteal, Discard, MoveRobber, Steal
from domain.catan.chapters.setup.messages import FoundRoad, FoundSettlement
from domain.catan.chapters.trading.messages import AcceptOffer, DeclineOffer, OfferTrade
from domain.catan.terms import BUILD, FREE_ROADS, KINDS, NOBODY, ONE, ROLL, TRADE, TRADE_BUILD
from domain.core.actions import Actions
from workers.agents.catan import bargaining
from workers.agents.catan.actions_by_kind import Listed
from workers.agents.catan.goal import ROUTE, SETTLE, Goal
from workers.agents.catan.goal_finding import first_goals
from workers.agents.catan.lookahead.effort import Effort
from workers.agents.catan.modules import tactics_of
from workers.agents.catan.opening import site_worth
from workers.agents.catan.prospects import lacking
from workers.agents.catan.situation import Situation
from workers.agents.catan.turn import Turn, longest

PHASES = frozenset({TRADE, BUILD, TRADE_BUILD, FREE_ROADS})
DISCARDED = 4  # plans for which a discard is tried


def candidates(now: Situation, listed: Listed, pick: Any, effort: Effort) -> list[Any]:
    """List the commands to try, the planner's pick first; it alone if no other is worth a trial."""
    if isinstance(pick, (FoundSettlement, FoundRoad)):
        return _distinct(pick, _foundings(now, listed), listed, effort.founding)
    if isinstance(pick, (AcceptOffer, DeclineOffer)):
        other = (DeclineOffer if isinstance(pick, AcceptOffer) else AcceptOffer)(pick.offer)
        return _distinct(pick, iter([other]), listed, 2)
    if isinstance(pick, MoveRobber):
        return _distinct(pick, _tiles(now, listed), listed, effort.tiles)
    if isinstance(pick, (Steal, DeclineSteal)):
        robbed = (steal for steal in listed.of(Steal) if now.view.hand_sizes[steal.victim])
        return _distinct(pick, robbed, listed, effort.most)
    if isinstance(pick, Discard):
        return [pick, *_discards(now, sum(pick.cards), pick)]
    frame = now.view.agenda[-1].kind
    if frame == ROLL:
        return _distinct(pick, iter([RollDice(), PlayKnight()]), listed, effort.most)
    if not _is_building(now, frame):
        return [pick]
    turn = Turn(now, listed)
    return [*_distinct(pick, _steps(turn), listed, effort.most), *_offers(turn, pick, effort.offers)]


def _is_building(now: Situation, frame: int) -> bool:
    """Return whether the seat may build: in its turn, or between two turns with five and six."""
    view = now.view
    return view.turn > 0 and (frame in PHASES if view.active == now.seat else view.active == NOBODY)


def _distinct(pick: Any, others: Iterator[Any], listed: Listed, most: int) -> list[Any]:
    found = [pick]
    for command in others:
        if len(found) < most and command is not None and command not in found and listed.has(command):
            found.append(command)
    return found


def _tiles(now: Situation, listed: Listed) -> Iterator[Any]:
    """Yield the robber's tiles that cost others most pips, the leaders' counted twice, and no own ones."""
    view, best, seats = now.view, max(now.view.points), range(now.view.seats)
    weights = [(1 + (points == best)) if seat != now.seat else -6 for seat, points in enumerate(view.points)]

    def harm(move: MoveRobber) -> int:
        nodes = view.setting.board.tile_mask[move.tile]
        built = [(view.settlements[s] & nodes).bit_count() + 2 * (view.cities[s] & nodes).bit_count() for s in seats]
        return now.ground.pips[move.tile] * sum(map(mul, weights, built))

    yield from sorted(listed.of(MoveRobber), key=harm, reverse=True)


def _foundings(now: Situation, listed: Listed) -> Iterator[Any]:
    """Yield all roads, or the best sites by the seat's weights."""
    yield from listed.of(FoundRoad)
    income = now.income
    yield from sorted(listed.of(FoundSettlement), key=lambda found: -site_worth(now, found.node, income))


def _discards(now: Situation, count: int, pick: Discard) -> list[Discard]:
    """List discards that keep the cost of one of the first plans, and take the rest from the most numerous kinds."""
    found = []
    for goal in first_goals(now, DISCARDED):
        left, gone = list(now.hand), [0] * KINDS
        for _ in range(count):
            kind = max(range(KINDS), key=lambda kind: (left[kind] > goal.cost[kind], left[kind]))
            left[kind] -= 1
            gone[kind] += 1
        discard = Discard(tuple(gone))
        if discard != pick and discard not in found:
            found.append(discard)
    return found


_OFFERED = 3  # plans for which offers are tried
_MOST_LACKING = 2
_SPARE_KINDS = 2
_LIKELY = 0.6  # expected cards of the kind in a partner's hand that make an offer worth trying
_OPEN_OFFERS = 2


def _offers(turn: Turn, pick: object, most: int) -> list[OfferTrade]:
    """List one-for-one offers of cards that the first plans can spare for missing ones to seats that may hold them."""
    now = turn.now
    made = [(offer.give, offer.take) for offer in now.view.offers if offer.seat == now.seat]
    if turn.listed.template(OfferTrade) is None or len(made) >= _OPEN_OFFERS:
        return []
    found: list[OfferTrade] = []
    for plan in turn.plans[:_OFFERED]:
        for give, take in _exchanges(now, plan.goal):
            offer = OfferTrade(give, take, _partners(now, take.index(1)))
            if offer.to and (give, take) not in made and offer not in found and offer != pick:
                found.append(offer)
    return found[:most]


def _exchanges(now: Situation, goal: Goal) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    missing = lacking(now, goal)
    if not 0 < sum(missing) <= _MOST_LACKING:
        return
    left = [now.hand[kind] - goal.cost[kind] for kind in range(KINDS)]
    spare = [kind for kind in sorted(range(KINDS), key=lambda kind: -left[kind])[:_SPARE_KINDS] if left[kind] > 0]
    for wanted in range(KINDS):
        if missing[wanted]:
            yield from ((ONE[kind], ONE[wanted]) for kind in spare)


def _partners(now: Situation, kind: int) -> int:
    """Return the other seats that may hold a card of a kind, as a mask."""
    others = [seat for seat in range(now.view.seats) if seat != now.seat and now.likely(seat, kind) >= _LIKELY]
    return sum(1 << seat for seat in others)


_GOALS = 6  # plans whose next step is tried
_CITIES = 2
_TRADES = 4  # plans for which a trade with the bank, Year of Plenty or Monopoly is tried
_PLENTY = 2  # cards that a year of plenty brings


def _steps(turn: Turn) -> Iterator[Any]:
    """Yield ending the turn, buying a card, cities, the next step of each plan, trades with the bank, cards to play."""
    now, listed = turn.now, turn.listed
    yield listed.tamest
    yield BuyDevelopmentCard()
    yield from sorted(listed.of(BuildCity), key=lambda city: -now.ground.worth(now.ground.yields[city.node]))[:_CITIES]
    for plan in turn.plans[:_GOALS]:
        yield _first_step(turn, plan.goal)
    for plan in turn.plans[:_TRADES]:
        yield bargaining.bank_trade(now, plan.goal, listed.of(MaritimeTrade))
    yield PlayKnight()
    yield PlayRoadBuilding()
    for plan in turn.plans[:_TRADES]:
        yield _plenty(lacking(now, plan.goal))
    yield max(listed.of(PlayMonopoly), key=lambda play: _booty(turn, play.resource), default=None)


def _first_step(turn: Turn, goal: Goal) -> Any | None:
    if goal.roads:
        return BuildRoad(goal.roads[0])
    if goal.kind == ROUTE and turn.listed.of(BuildRoad):
        return longest(turn)
    return BuildSettlement(goal.node) if goal.kind == SETTLE else None


def _plenty(missing: list[int]) -> PlayYearOfPlenty | None:
    """Return the two cards for a plan that lacks some; of a single missing kind two, even if one is enough."""
    short = sum(missing)
    if not 0 < short <= _PLENTY:
        return None
    return PlayYearOfPlenty(tuple([count * _PLENTY // short for count in missing]))


def _booty(turn: Turn, kind: int) -> float:
    now = turn.now
    return sum([now.likely(seat, kind) for seat in range(now.view.seats) if seat != now.seat])


# The value overrates cards in hand, and would put off spending them: of 83 knights that the planner would
# play, the search kept 61, of 24 cities it put off six, and it lost games by that.
SURE: Final = (RollDice, PlayKnight, PlayRoadBuilding, PlayYearOfPlenty, PlayMonopoly)
"""Commands that are played without a search if the planner chooses them."""
BUILDINGS: Final = (BuildCity, BuildSettlement)
"""Builds that are never put off: the search compares them only with other builds and commands, not with passing."""


def in_doubt(tried: Sequence[Any], tamest: Any | None) -> list[Any]:
    """Return the commands left to try, the planner's pick first; `tamest` ends a phase or the turn."""
    pick, *others = tried
    if isinstance(pick, SURE):
        return [pick]
    return [pick, *(other for other in others if other != tamest or not isinstance(pick, BUILDINGS))]


def list_candidates(knowledge: Any, actions: Actions, pick: Any, effort: Effort) -> list[Any]:
    """Return the candidates of a seat without those that its planner's pick settles; the pick comes first."""
    now = Situation(knowledge, tactics_of(knowledge.setting))
    return in_doubt(candidates(now, Listed(actions), pick, effort), actions.tamest)
