"""The offers that a player considers: one card that a plan can spare for one that it lacks."""

from collections.abc import Iterator

from domain.catan.chapters.trading.messages import OfferTrade
from domain.catan.terms import KINDS
from workers.agents.catan.goal import Goal
from workers.agents.catan.prospects import lacking
from workers.agents.catan.situation import Situation
from workers.agents.catan.turn import Turn

OFFERED = 3  # plans for which offers are tried
MOST_LACKING = 2
SPARE_KINDS = 2
LIKELY = 0.6  # cards that a partner is thought to hold before it is asked
OPEN_OFFERS = 2


def offers(turn: Turn, pick: object, most: int) -> list[OfferTrade]:
    """List one-for-one offers of what the first plans can spare for what they lack, to those who may have it."""
    now = turn.now
    made = [(offer.give, offer.take) for offer in now.view.offers if offer.seat == now.seat]
    if turn.listed.template(OfferTrade) is None or len(made) >= OPEN_OFFERS:
        return []
    found: list[OfferTrade] = []
    for plan in turn.plans[:OFFERED]:
        for give, take in _exchanges(now, plan.goal):
            offer = OfferTrade(give, take, _partners(now, take.index(1)))
            if offer.to and (give, take) not in made and offer not in found and offer != pick:
                found.append(offer)
    return found[:most]


def _exchanges(now: Situation, goal: Goal) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    missing = lacking(now, goal)
    if not 0 < sum(missing) <= MOST_LACKING:
        return
    left = [now.hand[kind] - goal.cost[kind] for kind in range(KINDS)]
    spare = [kind for kind in sorted(range(KINDS), key=lambda kind: -left[kind])[:SPARE_KINDS] if left[kind] > 0]
    for wanted in range(KINDS):
        if missing[wanted]:
            yield from ((_one(kind), _one(wanted)) for kind in spare)


def _partners(now: Situation, kind: int) -> int:
    """Return the other seats that may hold a card of a kind, as a mask."""
    others = [seat for seat in range(now.view.seats) if seat != now.seat and now.likely(seat, kind) >= LIKELY]
    return sum(1 << seat for seat in others)


def _one(kind: int) -> tuple[int, ...]:
    return tuple(int(k == kind) for k in range(KINDS))
