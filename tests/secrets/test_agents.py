"""Tests that agents of Catan answer the same when the cards that are hidden from them lie differently.

The positions are of games among planners, which come to what random play seldom does. The long form (`--long=1`) asks
each agent at 1,000 decisions; `python -m pytest tests/secrets/test_agents.py --long=1 -s` prints what it asked.
"""

from collections.abc import Iterator
from itertools import cycle, islice
from random import Random
from typing import Any, Final, NamedTuple

import pytest

from domain.catan import CATAN
from domain.core.chance import SeededChance
from domain.core.knowledge import Belief
from tests.laws.cases import CASES, Case
from workers.agents.agent import Agent, load_agent
from workers.agents.catan.expectimax.agent import Expectimax
from workers.agents.catan.levels import LEVELS
from workers.agents.catan.lookahead.agent import Lookahead
from workers.agents.following import Follower
from workers.agents.search.match import open_position
from workers.agents.turns import Decision, decide, first_decision
from workers.lab.contenders import contender

AGENTS: Final = ("heuristic", "planner", "lookahead", "expectimax", *(f"graded@{level}" for level in LEVELS))
NAMES: Final = ("catan-4", "favors-helpers-4", "catan-canal-4", "catan-6", "catan-mallorca-3")
PLAIN: Final = ("variable", "beginner")
SHORT: Final = [case for case in CASES if case.name in NAMES]
LONG: Final = [case for case in CASES if case.ruleset is CATAN]
SEARCHED: Final = [case for case in LONG if case.seats < 5 and case.map in PLAIN and not case.modules]
"""Those in which `Lookahead` searches; in all others it plays as its floor."""
SHORT_LEVELS: Final = (min(LEVELS), max(LEVELS))
"""The levels that the short form asks; all of them are one agent that looks at the same."""
SHORT_ASKED: Final = 15
LONG_ASKED: Final = 1_000
SHORT_LOOKS: Final = (29, 3)
LONG_LOOKS: Final = (11, 20)
"""At which of a game's decisions an agent is asked: every so many-th, so often at most."""


class Moment(NamedTuple):
    """Holds a position, a seat that has a choice there, and what it believes."""

    case: Case
    state: Any
    seat: int
    belief: Belief | None


def decisions(case: Case, number: int) -> Iterator[Moment]:
    """Yield the decisions of the n-th game of a case in which a seat can choose and cards are hidden from it."""
    config = CATAN.configure(case.seats, case.map, case.modules, dict(case.options))
    chance, planner = SeededChance(f"{case.name} {number}".encode()), load_agent("planner")
    state = open_position(CATAN, config, chance)
    draft, follower = CATAN.draft(state, chance), Follower(CATAN, state, range(case.seats))

    def ask(seat: int) -> Decision:
        return decide(CATAN, state, seat, planner, 1.0, Random(0))

    while True:
        decision = first_decision(CATAN.awaiting(state), ask)
        if decision is None:
            return
        if state.turn and len(CATAN.moves(state, decision.seat)) > 1:
            yield Moment(case, state, decision.seat, follower.belief(decision.seat))
        CATAN.play(draft, decision.seat, decision.command)
        follower.follow(draft.events)
        draft.events.clear()


def moments(cases: list[Case], every: int, most: int) -> Iterator[Moment]:
    """Yield some decisions of ever more games, one case after another."""
    for number, case in enumerate(cycle(cases)):
        first = every + number % every
        yield from islice(decisions(case, number), first, first + every * most, every)


def answer(agent: Agent, moment: Moment, state: Any) -> Any:
    """Return what an agent does at a position, given what its seat knows and believes."""
    return decide(CATAN, state, moment.seat, agent, 10.0, Random(3), moment.belief if agent.believes else None)


@pytest.mark.parametrize("name", AGENTS)
def test_hidden_cards_dealt_anew_change_no_answer(
    name: str, long_games: int, capsys: pytest.CaptureFixture[str]
) -> None:
    if not long_games and "@" in name and int(name.partition("@")[2]) not in SHORT_LEVELS:
        pytest.skip("asked by `make secrets`")
    agent, different = contender(name), 0
    cases, looks, most = (LONG, LONG_LOOKS, LONG_ASKED) if long_games else (SHORT, SHORT_LOOKS, SHORT_ASKED)
    if isinstance(agent, Lookahead) and not isinstance(agent, Expectimax):
        cases = SEARCHED
    for number, moment in enumerate(islice(moments(cases, *looks), most)):
        other = CATAN.determinize(CATAN.observe(moment.state, moment.seat), Random(number))
        different += (other.hands, other.cards) != (moment.state.hands, moment.state.cards)
        assert answer(agent, moment, moment.state) == answer(agent, moment, other)
    assert different > most / 10
    if long_games:
        with capsys.disabled():
            print(
                f"{name}: {most} decisions, {different} with hidden cards that lie differently, none answered otherwise"
            )
