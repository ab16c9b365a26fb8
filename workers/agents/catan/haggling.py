"""Haggles: requests any one of several cards, names another price after a refusal, and answers offers with others.

Nothing is offered again that was refused in the same turn while no trade was made, and nothing to a seat about to win.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from domain.catan.chapters.trading.messages import AcceptOffer, ConfirmTrade, DeclineOffer, OfferTrade
from domain.catan.state import Offer
from domain.catan.terms import KINDS
from workers.agents.catan import bargaining
from workers.agents.catan.bargaining import cards_of, exchanges, gain_of, list_sought, partners_for, reluctance, takes
from workers.agents.catan.goal import Goal, Prospect
from workers.agents.catan.heuristic import Heuristic
from workers.agents.catan.planner_1 import Planner
from workers.agents.catan.situation import Situation
from workers.agents.catan.tuned import TUNED
from workers.agents.catan.turn import ANSWER, CONFIRM, Step, Turn, goals_of, offer_cards
from workers.agents.catan.weights import Weights

Goods = tuple[int, ...]
OTHERS: Final = 3
"""How many other things an offer asks for at most."""
SHARE: Final = 0.5
"""What another thing must be worth at least, as a share of the gain by the first one."""
AMOUNTS: Final = (1, 2)
"""How many cards a counter-offer wants of a kind for one card; the first that pays is asked."""
LEAST: Final = 0.15
"""How much a counter-offer must gain at least in the value of the hand, beyond what is enough to accept an offer."""


class Haggler(Planner):
    """Plays as version 1 of `planner` does, and haggles."""

    def __init__(self, weights: Weights = TUNED) -> None:
        super().__init__(weights)
        haggle(self)


class Answerer(Planner):
    """Plays as version 1 of `planner` does, but answers offers with others."""

    def __init__(self, weights: Weights = TUNED) -> None:
        super().__init__(weights)
        haggle(self, asks_any=False)


def haggle(agent: Heuristic, *, asks_any: bool = True, counters: bool = True) -> None:
    """Let an agent give any of the things that an offer wants, whichever steps it takes besides.

    If it `asks_any`, its own offers want any of several things, too; if it `counters`, it answers offers with others.
    """
    respond = counter if counters else answer
    instead: dict[Step, Step] = {ANSWER: lambda turn: respond(turn.now, goals_of(turn))}
    if asks_any:
        instead |= {offer_cards: _offer, CONFIRM: _confirm}
    agent.steps = [instead.get(step, step) for step in agent.steps]
    agent.answer = respond


def _offer(turn: Turn) -> Any | None:
    if turn.listed.template(OfferTrade) is None or not turn.plans:
        return None
    return offer_several(turn.now, turn.plans)


def _confirm(turn: Turn) -> Any | None:
    return confirm(turn.now, turn.listed.of(ConfirmTrade), goals_of(turn))


class _Wish(NamedTuple):
    """Holds something that may be offered: what is given for what, who may have that, and what it gains."""

    give: Goods
    take: Goods
    partners: int
    gain: float


def offer_several(now: Situation, plans: Sequence[Prospect]) -> OfferTrade | None:
    """Offer what gains most, for it or for anything else that would do, to those who may have one of them."""
    made = [offer for offer in now.view.offers if offer.seat == now.seat and not offer.answers]
    if len(made) >= now.weights.offers:
        return None
    asked = {(offer.give, take) for offer in made for take in (offer.take, *offer.or_take)}
    wishes = [wish for wish in _list_wishes(now, plans) if (wish.give, wish.take) not in asked]
    if not wishes:
        return None
    best = max(wishes, key=lambda wish: wish.gain)
    least = max(now.weights.margin, SHARE * best.gain)
    others = [wish for wish in wishes if wish.give == best.give and wish is not best and wish.gain > least]
    others = sorted(others, key=lambda wish: -wish.gain)[:OTHERS]
    partners = best.partners
    for wish in others:
        partners |= wish.partners
    return OfferTrade(best.give, best.take, partners, tuple([wish.take for wish in others]))


def _list_wishes(now: Situation, plans: Sequence[Prospect]) -> list[_Wish]:
    """List the exchanges that gain enough and that some seat may agree to."""
    goals = [plan.goal for plan in plans[:3]]
    found = []
    for give, take in dict.fromkeys(pair for goal in list_sought(now, plans) for pair in exchanges(now, goal)):
        gain = gain_of(now, give, take, goals) - now.weights.given * sum(give)
        partners = partners_for(now, take) if gain > now.weights.margin else 0
        if partners:
            found.append(_Wish(give, take, partners, gain))
    return found


def answer(now: Situation, goals: Sequence[Goal]) -> AcceptOffer | DeclineOffer | None:
    """Accept or decline the first offer that waits for the own seat; None if none does.

    Of the things that it wants, what costs the own hand least is given.
    """
    found = bargaining.answer(now, goals)
    if found is None:
        return None
    offer = _offer_of(now, found.offer)
    fair = [one for one in (offer.take, *offer.or_take) if takes(now, offer._replace(take=one), goals)]
    if not fair:
        return DeclineOffer(offer.id)
    given = max(fair, key=lambda one: gain_of(now, one, offer.give, goals))
    return AcceptOffer(offer.id, () if given == offer.take else given)


def _offer_of(now: Situation, number: int) -> Offer:
    return next(one for one in now.view.offers if one.id == number)


def counter(now: Situation, goals: Sequence[Goal]) -> Any | None:
    """Answer the first offer that waits for the own seat; one that is refused with another offer, where one pays.

    A seat makes one counter-offer in a turn, and none to a counter-offer.
    """
    found = answer(now, goals)
    if not isinstance(found, DeclineOffer):
        return found
    offer = _offer_of(now, found.offer)
    mine = [one for one in now.view.offers if one.seat == now.seat and one.answers]
    if offer.answers or mine or now.is_near_the_end(offer.seat):
        return found
    least = now.weights.accept + reluctance(now, offer.seat) + LEAST
    for count in AMOUNTS:
        gains = {pair: gain_of(now, *pair, goals) for pair in _list_counters(now, offer, count)}
        give, take = max(gains, key=lambda pair: gains[pair], default=((), ()))
        if give and gains[give, take] > least:
            return OfferTrade(give, take, 0, (), offer.id)
    return found


def confirm(now: Situation, commands: Sequence[ConfirmTrade], goals: Sequence[Goal]) -> ConfirmTrade | None:
    """Confirm an own offer that was accepted: what gains most less what the partner's being near to winning costs."""
    offers = {offer.id: offer for offer in now.view.offers}

    def gain(command: ConfirmTrade) -> float:
        offer = offers[command.offer]
        gained = gain_of(now, offer.give, command.take or offer.take, goals)
        return gained - reluctance(now, command.partner)

    best = max(commands, key=gain, default=None)
    return best if best is not None and gain(best) > 0 else None


def _list_counters(now: Situation, offer: Offer, count: int) -> Iterator[tuple[Goods, Goods]]:
    """Yield other exchanges for what an offer wants, one card of it for so many of a kind, what it gives first."""
    wanted = [kind for goods in (offer.take, *offer.or_take) for kind in _kinds_in(goods) if now.hand[kind]]
    given = _kinds_in(offer.give)
    kinds = [*given, *(kind for kind in range(KINDS) if kind not in given)]
    for give in dict.fromkeys(wanted):
        for take in kinds:
            asked = cards_of(take, count)
            is_new = (cards_of(give, 1), asked) != (offer.take, offer.give)
            if take != give and is_new and now.likely(offer.seat, take) >= count * now.weights.likely:
                yield cards_of(give, 1), asked


def _kinds_in(goods: Sequence[int]) -> list[int]:
    """Return the kinds of resources among goods."""
    return [kind for kind, count in enumerate(goods[:KINDS]) if count]
