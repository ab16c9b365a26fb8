"""Trades with others as far as the own chance to win rises by it, and offers nothing that was refused.

Chances are judged in plain Catan alone, which has a fitted value; with modules the value of the hand decides.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from random import Random
from typing import Any

from domain.catan.chapters.trading.messages import AcceptOffer, ConfirmTrade, DeclineOffer, OfferTrade
from domain.catan.dealing import determinize
from domain.catan.knowledge import Knowledge
from domain.catan.state import Offer, State
from domain.core.masks import bits
from workers.agents.catan import bargaining
from workers.agents.catan.bargaining import exchanges, gain_of, list_sought, partners_for, reluctance, takes
from workers.agents.catan.chances import Chances
from workers.agents.catan.goal import Goal, Prospect
from workers.agents.catan.partners import Partner, imagine_partner
from workers.agents.catan.prospects import promise
from workers.agents.catan.refusals import refusers
from workers.agents.catan.situation import Situation
from workers.agents.catan.turn import Turn, goals_of

Goods = tuple[int, ...]


def answer(now: Situation, goals: Sequence[Goal]) -> AcceptOffer | DeclineOffer | None:
    """Accept or decline the first offer that waits for the own seat; None if none does.

    Where the offer would take one of several things, the seat gives what costs its hand least.
    """
    found = bargaining.answer(now, goals)
    if found is None:
        return None
    offer = next(one for one in now.view.offers if one.id == found.offer)
    fair = [take for take in (offer.take, *offer.or_take) if takes(now, offer._replace(take=take), goals)]
    given = max(fair, key=lambda take: gain_of(now, take, offer.give, goals), default=None)
    if given is None or not _Judge(now).is_better(offer.seat, given, offer.give):
        return DeclineOffer(offer.id)
    return AcceptOffer(offer.id, () if given == offer.take else given)


class _Judge:
    """Judges exchanges by the chance to win, where the weights and the game allow it."""

    def __init__(self, now: Situation) -> None:
        least = now.weights.least_chance
        self.least = 0.0 if least is None else least
        is_judged = least is not None and not now.view.setting.config.modules
        self.chances = Chances(now) if is_judged else None

    def gain(self, partner: int, given: Sequence[int], got: Sequence[int]) -> float:
        """Return how much an exchange changes the own chance to win; 0 where that is not judged."""
        return 0.0 if self.chances is None else self.chances.after_trade(partner, given, got)

    def is_better(self, partner: int, given: Sequence[int], got: Sequence[int]) -> bool:
        """Return whether an exchange raises the own chance to win enough."""
        return self.chances is None or self.gain(partner, given, got) > self.least


def answer_in_turn(turn: Turn) -> Any | None:
    """Answer the first offer that waits for the active seat."""
    return answer(turn.now, goals_of(turn))


def confirm_offer(turn: Turn) -> ConfirmTrade | None:
    """Confirm an own offer that was accepted, with the partner by whom the own chance is best."""
    return _confirm(turn.now, turn.listed.of(ConfirmTrade), goals_of(turn))


def _confirm(now: Situation, commands: Iterable[ConfirmTrade], goals: Sequence[Goal]) -> ConfirmTrade | None:
    offers: dict[int, Offer] = {offer.id: offer for offer in now.view.offers}

    def pays(command: ConfirmTrade) -> bool:
        offer = offers[command.offer]
        return gain_of(now, offer.give, command.take or offer.take, goals) > reluctance(now, command.partner)

    fair = [command for command in commands if pays(command)]
    if not fair:
        return None
    judge = _Judge(now)

    def gain(command: ConfirmTrade) -> tuple[float, float]:
        offer = offers[command.offer]
        return judge.gain(command.partner, offer.give, command.take or offer.take), -now.threat(command.partner)

    best = max(fair, key=gain)
    offer = offers[best.offer]
    return best if judge.is_better(best.partner, offer.give, best.take or offer.take) else None


def offer_fairly(turn: Turn) -> OfferTrade | None:
    """Offer cards for those that the first plans lack, to those who did not refuse that."""
    if turn.listed.template(OfferTrade) is None or not turn.plans:
        return None
    now = turn.now
    wishes = sorted(_list_wishes(now, turn.plans), key=lambda wish: -wish[0])[: now.weights.judged]
    if not wishes:
        return None
    judge, partners_in = _Judge(now), Partners(now)
    for _, give, take, partners in wishes:
        asked = [
            seat for seat in bits(partners) if partners_in.take(seat, give, take) and judge.is_better(seat, give, take)
        ]
        if asked:
            return OfferTrade(give, take, sum([1 << seat for seat in asked]))
    return None


class Partners:
    """Foretells who would take an offer, as if the others judged as the own seat does, with cards dealt to them."""

    def __init__(self, now: Situation) -> None:
        self.now = now
        self.imagined: dict[int, Partner] = {}

    @cached_property
    def world(self) -> State:
        """Return a position that fits what the own seat knows."""
        return determinize(self.now.view, Random(0))

    def take(self, seat: int, give: Goods, take: Goods) -> bool:
        """Return whether a seat would probably agree to give `take` for `give`."""
        if not self.now.weights.foresees:
            return True
        if seat not in self.imagined:
            view = Knowledge(self.world, seat)
            self.imagined[seat] = imagine_partner(view, self.now.tactics, self.now.weights)
        return self.imagined[seat].takes(self.now.seat, give, take)


def _list_wishes(now: Situation, plans: Sequence[Prospect]) -> Iterator[tuple[float, Goods, Goods, int]]:
    """Yield exchanges that gain enough, each with its gain and the seats that may agree to it."""
    made = [(offer.give, offer.take) for offer in now.view.offers if offer.seat == now.seat]
    if len(made) >= now.weights.offers:
        return
    goals = [plan.goal for plan in plans[:3]]
    before = promise(now, now.hand, goals)
    for give, take in dict.fromkeys(pair for goal in list_sought(now, plans) for pair in exchanges(now, goal)):
        if (give, take) not in made:
            gain = gain_of(now, give, take, goals, before) - now.weights.given * sum(give)
            if gain > now.weights.margin:
                partners = partners_for(now, take) & ~refusers(now.view, give, take)
                if partners:
                    yield gain, give, take, partners
