"""Tests haggling: what is offered, what is never offered again, and what answers an offer."""

from collections import Counter
from functools import cache
from typing import Any

import pytest

from domain.catan import CATAN
from domain.catan.chapters.trading.messages import AcceptOffer, ConfirmTrade, OfferTrade
from workers.agents import play
from workers.agents.catan.haggling import OTHERS, Answerer, Haggler, haggle
from workers.agents.catan.heuristic import Heuristic
from workers.agents.catan.planner_1 import Planner


class _Watched(Haggler):
    """Keeps what it said about trade, and what was on the table."""

    def __init__(self) -> None:
        super().__init__()
        self.said: list[tuple[Any, Any]] = []

    def choose(self, ruleset: Any, knowledge: Any, *rest: Any) -> Any:
        command = super().choose(ruleset, knowledge, *rest)
        if isinstance(command, OfferTrade | AcceptOffer | ConfirmTrade):
            self.said.append((knowledge, command))
        return command


@cache
def said() -> list[tuple[Any, Any]]:
    """Return all that four hagglers said in some games."""
    agents = [_Watched() for _ in range(4)]
    for seed in range(4):
        assert play(CATAN, agents, f"haggling {seed}").result is not None
    return [one for agent in agents for one in agent.said]


def offers() -> list[tuple[Any, OfferTrade]]:
    return [(view, one) for view, one in said() if isinstance(one, OfferTrade)]


def test_all_ways_of_haggling_occur() -> None:
    kinds = Counter[str]()
    for _, command in said():
        match command:
            case OfferTrade():
                kinds["counter" if command.answers else "any" if command.or_take else "plain"] += 1
            case AcceptOffer() | ConfirmTrade():
                given = command.give if isinstance(command, AcceptOffer) else command.take
                kinds[type(command).__name__ + (" other" if given else "")] += 1
    assert {*kinds} == {
        *("counter", "any", "plain", "AcceptOffer", "AcceptOffer other", "ConfirmTrade", "ConfirmTrade other"),
    }


def test_nothing_is_offered_twice_in_a_turn() -> None:
    for view, command in offers():
        mine = [one for one in view.offers if one.seat == view.seat]
        asked = {(one.give, take) for one in mine for take in (one.take, *one.or_take)}
        assert not asked & {(command.give, take) for take in (command.take, *command.or_take)}


def test_offers_are_few() -> None:
    for view, command in offers():
        mine = [one for one in view.offers if one.seat == view.seat and bool(one.answers) == bool(command.answers)]
        assert len(mine) < (1 if command.answers else 2)
        assert len(command.or_take) <= OTHERS


def test_nobody_about_to_win_is_offered_anything() -> None:
    for view, command in offers():
        asked = command.to
        if command.answers:
            answered = next(one for one in view.offers if one.id == command.answers)
            asked = 1 << answered.seat
        near = sum(1 << seat for seat in range(4) if view.points[seat] >= view.setting.target - 2)
        assert asked
        assert not asked & near & ~(1 << view.seat)


def test_a_counter_offer_is_about_the_same_cards_at_another_price() -> None:
    found = 0
    for view, command in offers():
        if command.answers:
            answered = next(one for one in view.offers if one.id == command.answers)
            assert not answered.answers
            assert (command.give, command.take) != (answered.take, answered.give)
            wanted = [sum(goods[kind] for goods in (answered.take, *answered.or_take)) for kind in range(5)]
            assert all(wanted[kind] for kind in range(5) if command.give[kind])
            assert all(view.hand[kind] >= count for kind, count in enumerate(command.give[:5]))
            found += 1
    assert found


@pytest.mark.parametrize("agent", [Heuristic, Planner])
def test_others_play_as_before(agent: Any) -> None:
    agents = [agent() for _ in range(3)]
    assert all(one.steps == agent().steps and one.answer == agent().answer for one in agents)
    Haggler()
    assert agent().steps == agents[0].steps


class _Choosy(Planner):
    """Gives any of the things that an offer wants, and offers as the planner does."""

    def __init__(self) -> None:
        super().__init__()
        haggle(self, asks_any=False, counters=False)


def test_one_that_does_not_ask_for_several_plays_as_the_planner_does_among_planners() -> None:
    found = []
    for seed in ("one", "two", "three"):
        games = [play(CATAN, [maker(), *["planner@@1"] * 3], seed) for maker in (Planner, _Choosy, Answerer)]
        assert games[0] == games[1]
        found.append(games[1] != games[2])
    assert any(found)


def test_what_is_given_is_one_of_the_things_that_were_wanted() -> None:
    for view, command in said():
        if isinstance(command, AcceptOffer):
            offer = next(one for one in view.offers if one.id == command.offer)
            assert not command.give or command.give in offer.or_take
            assert all(view.hand[kind] >= count for kind, count in enumerate((command.give or offer.take)[:5]))
