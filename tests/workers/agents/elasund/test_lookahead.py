"""Tests the agent of Elasund that tries moves to the end of its turn: legal, honest, steady, and in time."""

from collections.abc import Iterator
from itertools import cycle, islice
from random import Random

import pytest

from domain.elasund import ELASUND
from domain.elasund.chapters.church import BuildChurch
from domain.elasund.state import State
from tests.domain.elasund.table import Table
from tests.domain.elasund.words import R
from tests.judging import accepts
from tests.laws.cases import Case
from tests.workers.agents.elasund.cities import CITIES, answer, nine, positions
from workers.agents import play
from workers.agents.agent import Agent
from workers.agents.catalog import default_agent, seat_agent
from workers.agents.elasund import planner_1
from workers.agents.elasund.lookahead.agent import Lookahead, Searcher
from workers.agents.elasund.lookahead.effort import Effort

SHORT_ASKED = 60
LONG_ASKED = 1_000


def some(case: Case) -> Iterator[tuple[State, int]]:
    """Yield some positions of a game."""
    return islice(positions(case), 3, None, 4)


def moments(games: int) -> Iterator[tuple[State, int]]:
    """Yield some positions of so many games, of every edition and number of seats in turn, that allow a choice."""
    for number, case in enumerate(islice(cycle(CITIES), games)):
        for state, seat in islice(positions(case, number), 3 + number % 4, None, 4):
            if len(ELASUND.moves(state, seat)) > 1:
                yield state, seat


def test_hidden_cards_dealt_anew_change_no_answer(long_games: int, capsys: pytest.CaptureFixture[str]) -> None:
    most, different, asked = (LONG_ASKED if long_games else SHORT_ASKED), 0, 0
    for number, (state, seat) in enumerate(islice(moments(most), most)):
        other = ELASUND.determinize(ELASUND.observe(state, seat), Random(number))
        different += other.influence != state.influence
        command = answer(Lookahead(), state, seat)
        assert accepts(ELASUND, state, seat, command)
        assert answer(Lookahead(), other, seat) == command
        asked += 1
    assert asked == most
    assert different > most / 10
    if long_games:
        with capsys.disabled():
            print(f"{most} decisions, {different} with hidden cards that lie differently, none answered otherwise")


def test_it_leads_by_the_margin_or_plays_the_pick_of_the_planner() -> None:
    cautious, bold, planner = Searcher(Effort(margin=1.0)), Searcher(), planner_1.Planner()
    differed = 0
    for state, seat in some(CITIES[0]):
        pick = answer(planner, state, seat)
        assert answer(cautious, state, seat) == pick
        differed += answer(bold, state, seat) != pick
    assert differed


def test_without_time_it_plays_the_planners_pick_and_counts_that() -> None:
    hurried, planner = Searcher(), planner_1.Planner()
    for state, seat in some(CITIES[0]):
        assert answer(hurried, state, seat, budget=0.0) == answer(planner, state, seat)
    assert hurried.stopped


def test_one_cube_short_it_builds_the_church() -> None:
    assert answer(Lookahead(), nine().gold(R, 7).state, R) == BuildChurch()


def test_it_wins_more_than_its_share_against_planners() -> None:
    """Of four games of four its share would be one."""
    won = 0
    for number in range(4):
        agents: list[Agent | str] = ["elasund_planner@@1"] * 4
        agents[number % 4] = Lookahead()
        match = play(ELASUND, agents, f"share {number}")
        assert match.result is not None
        won += number % 4 in match.result.winners
    assert won >= 2


def test_seats_that_name_no_agent_get_it_and_the_planner_stands_in() -> None:
    assert (seat_agent("elasund"), default_agent("elasund")) == ("elasund_lookahead", "elasund_planner")


def test_it_tries_whatever_a_frame_lists() -> None:
    """A move of the pirate is a choice of nine rows, of which it tries several."""
    state = Table(huts=False).gold(R, 3).roll(7).state
    assert accepts(ELASUND, state, R, answer(Lookahead(), state, R))
