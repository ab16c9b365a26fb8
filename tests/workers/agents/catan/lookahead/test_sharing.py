"""Several processes choose what one does, and a search that loses one plays its floor's pick."""

import os
from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

import pytest

from domain.catan import CATAN
from tests.workers.agents.catan.deciding import decisions
from workers.agents.catan.expectimax import effort
from workers.agents.catan.expectimax.agent import Expectimax
from workers.agents.catan.lookahead import sharing, tree
from workers.agents.catan.lookahead.agent import Lookahead
from workers.agents.catan.lookahead.effort import Effort
from workers.agents.catan.planner_1 import Planner
from workers.agents.search.limits import OverLimit
from workers.agents.search.teamwork import MOST, Pipe, Team
from workers.lab.contenders import contender
from workers.lab.teams import team

SEARCHES: dict[str, tuple[Any, Any]] = {"lookahead": (Lookahead, Effort), "expectimax": (Expectimax, effort.Effort)}


def searcher(name: str, processes: int, by: Team = team) -> Lookahead:
    """Return an agent that shares its decisions out."""
    agent, bounds = SEARCHES[name]
    made: Lookahead = agent(bounds(worlds=4, plies=2, processes=processes))
    made.team = by
    return made


def choose_all(agent: Any, most: int) -> Iterator[Any]:
    """Yield what an agent chooses where there is much to choose from."""
    for state, seat in islice(decisions("shared", 160), 4, 4 + most):
        knowledge, actions = CATAN.observe(state, seat), CATAN.actions(state, seat)
        yield agent.choose(CATAN, knowledge, actions, 60.0, Random(7))


@pytest.mark.parametrize("search", SEARCHES)
def test_several_processes_choose_what_one_does(search: str) -> None:
    alone = list(choose_all(searcher(search, 1), 14))
    assert alone != list(choose_all(Planner(), 14))  # so that it is the search that is compared
    asked: list[int] = []

    def note(processes: int, work: Any) -> Any:
        asked.append(processes)
        return team(processes, work)

    for processes in (2, 3):
        assert list(choose_all(searcher(search, processes, note), 14)) == alone
    assert set(asked) == {2, 3}


def test_one_process_makes_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    def fork() -> int:
        raise AssertionError

    monkeypatch.setattr(os, "fork", fork)
    assert list(choose_all(searcher("lookahead", 1), 4))


@pytest.mark.parametrize("fault", ["lost", "late", "no copy"])
def test_a_search_that_loses_a_process_plays_its_floor(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    agent = searcher("lookahead", 2)
    parent = os.getpid()
    whole = tree.Place.visit

    def visit(self: Any, commands: Any) -> Any:
        if os.getpid() != parent:
            if fault == "lost":
                os._exit(1)
            raise OverLimit
        return whole(self, commands)

    def fork() -> int:
        raise OSError

    if fault == "no copy":
        monkeypatch.setattr(os, "fork", fork)
    else:
        monkeypatch.setattr(tree.Place, "visit", visit)
    monkeypatch.setattr(sharing, "FEWEST", 2)
    floor = list(choose_all(Planner(), 14))
    assert list(choose_all(agent, 14)) == floor
    assert agent.stopped > 0


def test_every_command_has_one_process() -> None:
    for processes in range(2, 9):
        shares = {sharing.share_of(number, processes) for number in range(60)}
        assert shares == set(range(processes))


def test_more_processes_than_the_bound_leave_no_command_out() -> None:
    def try_one(option: tree.Option, command: Any, world: int) -> None:
        option.ends[world] = [float(command)]

    root = tree.Place(0, Effort(worlds=1, processes=MOST + 4), 30)
    sharing.try_together(root, range(30), team, try_one)
    assert root.floor.ends == {0: [0.0]}
    assert {command: option.ends for command, option in root.others.items()} == {
        n: {0: [float(n)]} for n in range(1, 30)
    }


def test_a_contender_names_how_many_processes_it_has() -> None:
    agent: Any = contender("expectimax,processes=2")
    assert (agent.weights.processes, agent.team) == (2, team)
    assert isinstance(agent, Expectimax)


def test_what_is_found_by_copies_is_put_in_its_place() -> None:
    def work(_: int, pipe: Pipe) -> None:
        pipe.send({2: {0: [0.5]}, 0: {0: [0.25]}})

    root = tree.Place(0, Effort(), 3)
    list(root.visit(["a", "b", "c"]))
    with team(2, work) as mates:
        sharing._gather(root, ["a", "b", "c"], mates)
    assert root.floor.ends == {0: [0.25]}
    assert root.others["c"].ends == {0: [0.5]}
    assert not root.others["b"].ends
