"""Tests the study of plain Catan: what is worth a trial, what it says, why a command is good, by whose cards."""

from functools import cache
from random import Random
from typing import Any

import pytest

from domain.catan import CATAN
from domain.catan.chapters.building.messages import BuildCity
from domain.core.chance import SeededChance
from workers.agents.catan.planner_2 import Planner
from workers.agents.search.match import open_position
from workers.agents.search.study import study_of
from workers.agents.search.value_analysis import ValuedAnalysis, ValuedQuestion
from workers.agents.turns import Decision, decide, first_decision

CONFIG = CATAN.configure(4, None, (), {})
STUDY: Any = study_of("catan", CONFIG)


@cache
def positions(seed: str = "a studied game", every: int = 13) -> list[tuple[Any, Any]]:
    """Return positions of a game of planners with what was decided there."""
    chance, rng, player, found = SeededChance(seed.encode()), Random(1), Planner(), []
    state = open_position(CATAN, CONFIG, chance)

    def ask(seat: int) -> Decision:
        return decide(CATAN, state, seat, player, 1.0, rng)

    for number in range(2000):
        decision = first_decision(CATAN.awaiting(state), ask)
        if decision is None:
            return found
        if number % every == 0:
            found.append((state, decision))
        state = CATAN.decide(state, decision.seat, decision.command, chance).state
    return found


def asked(state: Any, seat: int | None, budget_ms: float = 40, limit: int = 5) -> Any:
    question = ValuedQuestion(
        CATAN, STUDY, Planner(), 1.0, CATAN.observe(state, seat), seat, 4, budget_ms, limit, "the seed"
    )
    return ValuedAnalysis(question, lambda fraction: None).run()


def test_modules_are_not_covered() -> None:
    assert study_of("catan", CATAN.configure(4, None, ("favors",), {})) is None
    assert study_of("elasund", CONFIG) is None
    assert study_of("unheard of", CONFIG) is None


@pytest.mark.parametrize("place", range(2, 37, 7))
def test_hidden_cards_dealt_anew_change_no_answer(place: int) -> None:
    state, decision = positions()[place]
    for seat in (decision.seat, None):
        other = CATAN.determinize(CATAN.observe(state, seat), Random(place))
        here, there = asked(state, seat), asked(other, seat)
        assert [one.command for one in here.ranked] == [one.command for one in there.ranked]
        assert here.standing.shares == there.standing.shares
        assert sum(here.standing.shares) == pytest.approx(here.standing.samples)


def test_what_wins_at_once_stands_first() -> None:
    state, decision = next(
        (state, decision)
        for state, decision in reversed(positions("a won game", 1))
        if CATAN.result(CATAN.decide(state, decision.seat, decision.command, SeededChance(b"x")).state)
    )
    found = asked(state, decision.seat)
    assert found.ranked[0].wins
    assert found.ranked[0].tally.probability(decision.seat) == 1


def test_more_budget_means_more_worlds_for_the_better_half() -> None:
    state, decision = next(
        pair for pair in positions() if pair[0].turn > 20 and len(CATAN.moves(pair[0], pair[1].seat)) > 8
    )
    little, much = asked(state, decision.seat, 10), asked(state, decision.seat, 120)
    assert much.ranked[0].tally.samples > 2 * little.ranked[0].tally.samples
    assert much.ranked[0].tally.samples > much.ranked[-1].tally.samples
    assert much.choice == decision.command


def test_a_city_completes_its_plan() -> None:
    built = [(state, found) for state, found in positions("a studied game", 1) if isinstance(found.command, BuildCity)]
    state, decision = built[0]
    known = CATAN.observe(state, decision.seat)
    assert STUDY.facts(CATAN, known, decision.command, "s") == ({"fact": "builds", "plan": "city"},)
