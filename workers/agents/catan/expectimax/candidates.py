"""Lists the commands to try: what `lookahead` tries, all partners of a trade, and offers that others would accept."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from domain.catan.chapters.trading.messages import AcceptOffer, ConfirmTrade, DeclineOffer, OfferTrade
from domain.catan.state import Offer
from domain.core.actions import Actions
from workers.agents.catan.actions_by_kind import Listed
from workers.agents.catan.expectimax.effort import Effort
from workers.agents.catan.expectimax.market import Exchange, Market
from workers.agents.catan.lookahead.candidates import PHASES, SURE, list_candidates
from workers.agents.catan.situation import is_near_the_end

OpenMarket = Callable[[], Market]
"""Deals the worlds in which offers are judged; called only where there may be some, since it takes time."""


MODULES: Final = "domain.catan.modules."


def is_left_to_the_floor(actions: Actions, pick: Any) -> bool:
    """Return whether the floor's pick belongs to a module; what the planner does with these is not put in doubt."""
    return pick != actions.tamest and type(pick).__module__.startswith(MODULES)


def list_tried(knowledge: Any, actions: Actions, pick: Any, effort: Effort) -> list[Any]:
    """Return the commands to try, without the offers of a market: the floor's pick, the partners of a trade, others."""
    _, *others = list_candidates(knowledge, actions, pick, effort)
    partners = [one for one in actions.commands if isinstance(one, ConfirmTrade) and one != pick]
    return [pick, *partners, *(one for one in others if one not in partners)]


def find_offers(
    knowledge: Any, actions: Actions, pick: Any, effort: Effort, open_market: OpenMarket
) -> list[OfferTrade]:
    """Return the offers to try, the best first: in the own turn those of the seat, else answers to another offer."""
    is_open = Listed(actions).template(OfferTrade) is not None and knowledge.agenda[-1].kind in PHASES
    if not is_open or isinstance(pick, SURE):
        return []
    if knowledge.active == knowledge.seat:
        return _list_own(knowledge, effort, open_market)
    if isinstance(pick, (AcceptOffer, DeclineOffer)):
        return _list_counters(knowledge, pick.offer, effort, open_market)
    return []


def _list_own(knowledge: Any, effort: Effort, open_market: OpenMarket) -> list[OfferTrade]:
    """Return offers to others: none that was made in this turn already, and none to a seat near its win."""
    seat = knowledge.seat
    mine = [offer for offer in knowledge.offers if offer.seat == seat and not offer.answers]
    made = {(offer.give, offer.take) for offer in mine}
    waiting = [offer for offer in mine if not (effort.asks_on and _is_lost(offer))]
    seats = [other for other in range(knowledge.seats) if other != seat and not is_near_the_end(knowledge, other)]
    if len(waiting) >= effort.open or not seats or not any(knowledge.hand):
        return []
    found = _list_best(open_market().exchanges(seats, effort.least), made, effort.offers)
    return [OfferTrade(one.give, one.take, one.partners) for one in found]


def _is_lost(offer: Offer) -> bool:
    """Return whether an offer wants more than it gives, and all have declined it."""
    return sum(offer.take) > sum(offer.give) and not offer.to & ~offer.declined


def _list_counters(knowledge: Any, number: int, effort: Effort, open_market: OpenMarket) -> list[OfferTrade]:
    """Return offers that answer one of the active seat: one in a turn, and none to an offer that answers another."""
    answered = next(offer for offer in knowledge.offers if offer.id == number)
    has_countered = any(offer.seat == knowledge.seat and offer.answers for offer in knowledge.offers)
    if not effort.counters or has_countered or answered.answers or is_near_the_end(knowledge, answered.seat):
        return []
    exchanges = open_market().exchanges([answered.seat], effort.least)
    found = _list_best(exchanges, {(answered.take, answered.give)}, effort.counters)
    return [OfferTrade(one.give, one.take, 0, (), number) for one in found]


def _list_best(exchanges: Sequence[Exchange], but: set[tuple[Any, Any]], most: int) -> list[Exchange]:
    return [one for one in exchanges if (one.give, one.take) not in but][:most]
