"""Trades with the bank to reach a goal at once, and with others if that pays and helps no seat about to win."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, product

from domain.catan.chapters.maritime import MaritimeTrade
from domain.catan.chapters.trading.messages import AcceptOffer, ConfirmTrade, DeclineOffer, OfferTrade
from domain.catan.state import Offer
from domain.catan.terms import KINDS
from workers.agents.catan.goal import Goal, Prospect
from workers.agents.catan.prospects import lacking, promise
from workers.agents.catan.situation import Situation


def bank_trade(now: Situation, goal: Goal, commands: Iterable[MaritimeTrade]) -> MaritimeTrade | None:
    """Return a trade with the bank towards a goal: of cards that it does not need for one that it lacks."""
    left = [now.hand[k] - goal.cost[k] for k in range(KINDS)]

    def fits(trade: MaritimeTrade) -> bool:
        return left[trade.take] < 0 and all(left[k] >= n for k, n in enumerate(trade.give) if n)

    def worth(trade: MaritimeTrade) -> tuple[int, int]:
        kind = next(k for k, n in enumerate(trade.give) if n)
        return (-sum(trade.give), left[kind])

    return max(filter(fits, commands), key=worth, default=None)


def answer(now: Situation, goals: Sequence[Goal]) -> AcceptOffer | DeclineOffer | None:
    """Accept or decline the first offer that waits for the own seat; None if none does."""
    bit = 1 << now.seat
    for offer in now.view.offers:
        if offer.to & bit and offer.seat != now.seat and not (offer.accepted | offer.declined) & bit:
            return AcceptOffer(offer.id) if takes(now, offer, goals) else DeclineOffer(offer.id)
    return None


def takes(now: Situation, offer: Offer, goals: Sequence[Goal], before: float | None = None) -> bool:
    """Return whether the own seat can and would give what an offer wants first; `before` is as for `gain_of`."""
    return _holds(now, offer.take) and _is_fair(now, offer, goals, before)


def _holds(now: Situation, goods: Sequence[int]) -> bool:
    held = (*now.hand, *now.wares)
    return all(n <= held[k] for k, n in enumerate(goods))


def _is_fair(now: Situation, offer: Offer, goals: Sequence[Goal], before: float | None) -> bool:
    more = max(0, sum(offer.take) - sum(offer.give))
    least = now.weights.accept + reluctance(now, offer.seat) + now.weights.dear * more
    least += now.weights.pressed * _beyond_two(now, offer)
    return gain_of(now, offer.take, offer.give, goals, before) > least


def _beyond_two(now: Situation, offer: Offer) -> int:
    """Return the number of earlier open offers of the same seat, less one."""
    return max(0, sum(1 for other in now.view.offers if other.seat == offer.seat and other.id < offer.id) - 1)


def gain_of(
    now: Situation, given: Sequence[int], got: Sequence[int], goals: Sequence[Goal], before: float | None = None
) -> float:
    """Return how much an exchange raises the value of the hand; wares other than resources have a fixed value.

    `before` is the value of the hand as it is, where that is known.
    """
    after = [now.hand[k] - given[k] + got[k] for k in range(KINDS)]
    wares = now.weights.ware * (sum(got[KINDS:]) - sum(given[KINDS:]))
    return promise(now, after, goals) - (promise(now, now.hand, goals) if before is None else before) + wares


def reluctance(now: Situation, seat: int) -> float:
    """Return how much an exchange must gain at least, by how near to winning its partner is."""
    return 100.0 if now.is_near_the_end(seat) else now.weights.help * now.threat(seat)


def confirm(now: Situation, commands: Iterable[ConfirmTrade], goals: Sequence[Goal]) -> ConfirmTrade | None:
    """Confirm an own offer that was accepted, with the partner who is farthest from winning."""
    offers = {offer.id: offer for offer in now.view.offers}

    def pays(command: ConfirmTrade) -> bool:
        offer = offers[command.offer]
        return gain_of(now, offer.give, offer.take, goals) > reluctance(now, command.partner)

    return min(filter(pays, commands), key=lambda command: now.threat(command.partner), default=None)


def offer(now: Situation, plans: Sequence[Prospect]) -> OfferTrade | None:
    """Offer one or two spare cards for one that a plan lacks, or one for two, to those who may have them."""
    made = [(offer.give, offer.take) for offer in now.view.offers if offer.seat == now.seat]
    sought = list_sought(now, plans) if len(made) < now.weights.offers else []
    goals = [plan.goal for plan in plans[:3]]
    best, gain = None, now.weights.margin
    for give, take in dict.fromkeys(pair for goal in sought for pair in exchanges(now, goal)):
        if (give, take) not in made:
            better = gain_of(now, give, take, goals) - now.weights.given * sum(give)
            partners = partners_for(now, take) if better > gain else 0
            if partners:
                best, gain = OfferTrade(give, take, partners), better
    return best


def list_sought(now: Situation, plans: Sequence[Prospect]) -> list[Goal]:
    """List the goals to request cards for: near enough to be worth the others' time, not payable with the bank."""
    asks = now.weights.before_bank
    first = (plan.goal for plan in plans[: now.weights.sought] if plan.wait > 0 or asks)
    return [goal for goal in first if sum(lacking(now, goal)) <= now.weights.reach]


def exchanges(now: Situation, goal: Goal) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Yield what may be given for what, on the way to a goal."""
    left = [now.hand[k] - goal.cost[k] for k in range(KINDS)]
    for wanted in (k for k in range(KINDS) if left[k] < 0):
        yield from ((cards_of(ware, 1), cards_of(wanted, 1)) for ware in now.ware_numbers)
        for spare, count in product(range(KINDS), (1, 2)):
            if left[spare] >= count and count < now.ratios[spare]:
                yield cards_of(spare, count), cards_of(wanted, 1)
    if now.weights.asked > 1:
        yield from _two_for_one(left)


def _two_for_one(left: Sequence[int]) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Request two missing cards for one: a partner may have more use for it than for both."""
    short = [k for k in range(KINDS) for _ in range(-left[k])]
    for spare in (k for k in range(KINDS) if left[k] > 0):
        for pair in dict.fromkeys(combinations(short, 2)):
            yield cards_of(spare, 1), tuple(pair.count(k) for k in range(KINDS))


def cards_of(kind: int, count: int) -> tuple[int, ...]:
    """Return so many cards of a kind, or wares."""
    return tuple(count if k == kind else 0 for k in range(max(KINDS, kind + 1)))


def partners_for(now: Situation, take: Sequence[int]) -> int:
    """Return the mask of the seats to ask: they may hold the cards, and are not about to win."""
    wanted = [(k, n * now.weights.likely) for k, n in enumerate(take) if n]
    mask = 0
    for seat in range(now.view.seats):
        if seat == now.seat or now.is_near_the_end(seat):
            continue
        if all(now.likely(seat, kind) >= least for kind, least in wanted):
            mask |= 1 << seat
    return mask
