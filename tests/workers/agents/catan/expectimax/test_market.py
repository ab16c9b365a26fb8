"""Tests the offers that an agent finds: others agree to them, they gain, and nothing is asked that must not be."""

from functools import cache
from random import Random
from typing import Any, Final

import pytest

from domain.catan import CATAN
from domain.catan.chapters.trading.messages import AcceptOffer, ConfirmTrade, OfferTrade
from domain.catan.state import State
from domain.catan.terms import KINDS
from tests.workers.agents.catan.deciding import decisions
from workers.agents import play
from workers.agents.catan.expectimax.agent import Expectimax, load_value
from workers.agents.catan.expectimax.candidates import list_tried
from workers.agents.catan.expectimax.effort import Effort
from workers.agents.catan.expectimax.market import Market, list_exchanges
from workers.agents.catan.planner_1 import Planner
from workers.agents.turns import decide

QUICK: Final = Effort(worlds=2, most=2, offers=1, asked=2, founding=1)


def markets() -> list[tuple[State, int, Market]]:
    """Return some positions of the own turn, each with its market, whose only world is the position."""
    found = []
    for number, (state, seat) in enumerate(decisions("market", 220)):
        may_offer = any(template.cls is OfferTrade for template in CATAN.actions(state, seat).templates)
        if number % 5 == 0 and may_offer and sum(state.hand(seat)) > 2:
            world = state.copy()
            found.append((world, seat, Market(CATAN, [world], seat, load_value())))
    return found


def test_exchanges_are_of_cards_in_hand_and_never_of_a_kind_for_itself() -> None:
    hand = [2, 0, 1, 0, 5]
    found = list(list_exchanges(hand))
    assert len(found) == len(set(found))
    for give, take in found:
        assert all(given <= held for given, held in zip(give, hand, strict=True))
        assert not any(given and taken for given, taken in zip(give, take, strict=True))
        assert all(map(sum, (give, take)))
    assert ((1, 0, 0, 0, 0), (0, 1, 1, 0, 0)) in found
    assert ((0, 0, 0, 0, 2), (1, 0, 0, 0, 0)) in found
    assert not list(list_exchanges([0] * KINDS))


def test_weighing_changes_no_world() -> None:
    for world, seat, market in markets():
        before = CATAN.pack(world), CATAN.pack(market.worlds[0])
        market.exchanges([other for other in range(4) if other != seat], 0.0)
        assert (CATAN.pack(world), CATAN.pack(market.worlds[0])) == before


def test_a_partner_is_one_who_would_accept_and_the_trade_raises_the_own_chance() -> None:
    asked = refused = 0
    for world, seat, market in markets():
        others = [other for other in range(4) if other != seat]
        found = {(one.give, one.take): one for one in market.exchanges(others, 0.0)}
        for give, take in list(list_exchanges(world.hand(seat)))[::3]:
            for other in others:
                if any(offer.to >> other & 1 for offer in world.offers):
                    continue  # it would answer the earlier offer first
                after = CATAN.decide(world, seat, OfferTrade(give, take, 1 << other), chance=None).state  # type: ignore[arg-type]
                accepts = isinstance(decide(CATAN, after, other, Planner(), 1.0, Random(0)).command, AcceptOffer)
                is_partner = (give, take) in found and bool(found[give, take].partners >> other & 1)
                assert accepts or not is_partner
                asked, refused = asked + is_partner, refused + (accepts and not is_partner)
        assert all(one.gain > 0 and one.partners for one in found.values())
    assert asked
    assert refused, "a trade that lowers the own chance is none that gains"


def test_the_gain_is_the_mean_over_worlds() -> None:
    for world, seat, market in markets()[:4]:
        others = [other for other in range(4) if other != seat]
        poor = world.copy()
        for other in others:
            poor.hands[other * KINDS : other * KINDS + KINDS] = [0] * KINDS
        alone = {one[:2]: one.gain for one in market.exchanges(others, 0.0)}
        both = {one[:2]: one.gain for one in Market(CATAN, [world, poor], seat, load_value()).exchanges(others, 0.0)}
        assert both == {pair: pytest.approx(gain / 2) for pair, gain in alone.items()}


class Watched(Expectimax):
    """Keeps what it said about trade, and what was on the table."""

    def __init__(self) -> None:
        super().__init__(QUICK)
        self.said: list[tuple[Any, OfferTrade]] = []

    def choose(self, ruleset: Any, knowledge: Any, *rest: Any) -> Any:
        command = super().choose(ruleset, knowledge, *rest)
        if isinstance(command, OfferTrade):
            self.said.append((knowledge, command))
        return command


@cache
def said() -> list[tuple[Any, OfferTrade]]:
    """Return all offers of four such agents in a game."""
    agents = [Watched() for _ in range(4)]
    assert play(CATAN, agents, "market 1").result is not None
    return [one for agent in agents for one in agent.said]


def test_nothing_is_offered_twice_in_a_turn_and_offers_are_few() -> None:
    assert said()
    for view, command in said():
        mine = [one for one in view.offers if one.seat == view.seat and bool(one.answers) == bool(command.answers)]
        assert (command.give, command.take) not in [(one.give, one.take) for one in mine]
        assert len(mine) < (1 if command.answers else QUICK.open)


def test_an_offer_is_answered_by_another_one_but_not_for_ever() -> None:
    counters = [(view, command) for view, command in said() if command.answers]
    assert counters
    for view, command in counters:
        answered = next(one for one in view.offers if one.id == command.answers)
        assert not answered.answers
        assert (command.give, command.take) != (answered.take, answered.give)


def test_nobody_near_the_win_is_offered_anything() -> None:
    for view, command in said():
        near = sum(1 << seat for seat in range(4) if view.points[seat] >= view.setting.target - 2)
        maker = next((one.seat for one in view.offers if one.id == command.answers), None)
        asked = command.to if maker is None else 1 << maker
        assert asked
        assert not asked & near & ~(1 << view.seat)


def test_all_who_agreed_to_an_offer_are_tried_as_partners() -> None:
    seen = 0
    for state, seat in decisions("partners", 220):
        actions = CATAN.actions(state, seat)
        confirms = [one for one in actions.commands if isinstance(one, ConfirmTrade)]
        if confirms:
            view = CATAN.observe(state, seat)
            pick = Planner().choose(CATAN, view, actions, 1.0, Random(0))
            tried = list_tried(view, actions, pick, Effort(offers=0))
            assert {*confirms} <= {*tried}
            assert tried[0] == pick
            assert len(tried) == len(set(tried))
            seen += 1
    assert seen
