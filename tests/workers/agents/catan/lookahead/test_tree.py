"""The tree sees what takes two steps, chooses by no card that is hidden, and is bounded by its effort."""

from dataclasses import replace
from itertools import islice
from random import Random
from typing import Any

import pytest

from domain.catan import CATAN
from domain.catan.chapters.building.messages import BuildCity
from domain.catan.chapters.maritime import MaritimeTrade
from domain.core.actions import Actions
from domain.core.ruleset import Ruleset
from tests.domain.catan.table import Table, node
from tests.workers.agents.catan.deciding import chosen, decisions
from workers.agents.agent import Agent
from workers.agents.catan.lookahead import trials
from workers.agents.catan.lookahead.agent import Lookahead
from workers.agents.catan.lookahead.candidates import list_candidates
from workers.agents.catan.lookahead.effort import Effort
from workers.agents.catan.lookahead.tree import Option, Place
from workers.agents.catan.planner_2 import Planner
from workers.agents.catan.value.model import Value, load_value
from workers.agents.search.limits import Limit, OverLimit

FLAT, TREE = Effort(plies=1), Effort(plies=2)


class Lazy(Agent):
    """Ends its turn at once; does else what the planner does."""

    def choose(self, ruleset: Ruleset, knowledge: Any, actions: Actions, budget: float, rng: Random) -> Any | None:
        return actions.tamest or Planner().choose(ruleset, knowledge, actions, budget, rng)


def a_trade_from_winning() -> Table:
    """Return a seat that wins with a city, for which the bank must first give it an ore."""
    table = Table(combined_trade_build=True).settlement(0, node("(1,0)N"), node("(-1,0)N"))
    table.hand(0, ore=2, grain=2, wool=4)
    table.state.points = [table.state.setting.target - 1] * 4
    return table


def two_that_may_build() -> Table:
    """Return a table of which the seat in turn and the next have cards and places to build."""
    table = Table(combined_trade_build=True)
    table.settlement(0, node("(1,0)N"), node("(-1,0)N")).settlement(1, node("(0,1)N"), node("(0,-1)N"))
    for seat in (0, 1):
        table.hand(seat, ore=2, grain=2, wool=2)
    return table


def test_two_steps_that_win_are_seen_where_the_floor_would_not_take_the_second() -> None:
    table = a_trade_from_winning()
    assert not isinstance(chosen(Lookahead(FLAT, floor=Lazy()), table), MaritimeTrade)
    first = chosen(Lookahead(TREE, floor=Lazy()), table)
    assert isinstance(first, MaritimeTrade)
    table.when(0, first)
    assert isinstance(chosen(Lookahead(TREE, floor=Lazy()), table), BuildCity)


def test_the_same_position_and_luck_bring_the_same_choice() -> None:
    for state, seat in islice(decisions("tree again", 60), 0, None, 6):
        first, again = (
            Lookahead(TREE).choose(CATAN, CATAN.observe(state, seat), CATAN.actions(state, seat), 1.0, Random(7))
            for _ in range(2)
        )
        assert first == again


class Counted(Value):
    """Notes how often and of which turns it is asked: every trial ends with that."""

    def __init__(self) -> None:
        super().__init__(load_value().phases)
        self.asked = 0
        self.turns: set[int] = set()

    def chances(self, position: Any) -> list[float]:
        self.asked += 1
        self.turns.add(position.turn)
        return super().chances(position)


def most_asked(effort: Effort) -> int:
    """Return the most trials that a decision took."""
    value, found = Counted(), [0]
    agent = Lookahead(effort, value)
    for state, seat in islice(decisions("bounded", 80), 0, None, 2):
        value.asked = 0
        agent.choose(CATAN, CATAN.observe(state, seat), CATAN.actions(state, seat), 1.0, Random(7))
        found.append(value.asked)
    return max(found)


def test_the_effort_bounds_the_trials() -> None:
    effort = Effort(worlds=3, most=4, tiles=4, offers=2, widen=1)
    commands = effort.most + effort.offers
    flat, tree = commands * effort.worlds, commands * (2 + 3 + 4)
    assert commands < most_asked(effort) <= flat
    assert flat < most_asked(replace(effort, plies=2)) <= tree


def test_it_stops_within_the_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    within, visit, table = [], trials.Trials._visit, a_trade_from_winning()

    def noted(*args: Any) -> None:
        within.append(args)
        visit(*args)

    def check(limit: Limit) -> None:
        if len(within) > 1:
            raise OverLimit

    monkeypatch.setattr(trials.Trials, "_visit", noted)
    monkeypatch.setattr(Limit, "check", check)
    hurried = Lookahead(TREE, floor=Lazy())
    assert chosen(hurried, table) == chosen(Lazy(), table)
    assert hurried.stopped == 1


def lucky(place: Place, command: str, leads: dict[int, float]) -> None:
    """Say by how much a command leads the floor's in each world."""
    place.floor.ends = {world: [0.5, 0.5] for world in range(4)}
    option = place.others.setdefault(command, Option())
    option.ends = {world: [0.5 + lead, 0.5 - lead] for world, lead in leads.items()}


def test_what_is_good_in_one_world_is_not_chosen_there() -> None:
    place = Place(0, Effort(worlds=4), 2)
    lucky(place, "left", {0: 0.4, 1: -0.3, 2: 0.0, 3: 0.0})
    lucky(place, "right", {0: -0.3, 1: 0.4, 2: 0.0, 3: 0.0})
    assert place.best() is None
    assert place.found() == place.floor.ends
    lucky(place, "middle", {0: 0.1, 1: 0.1, 3: 0.1})
    assert place.best() == "middle"
    assert [chances[0] for _, chances in sorted(place.found().items())] == [0.6, 0.6, 0.5, 0.6]


def test_a_single_world_of_several_decides_nothing() -> None:
    place = Place(0, Effort(worlds=4), 2)
    lucky(place, "seen once", {2: 0.4})
    assert place.best() is None
    place.effort = Effort(worlds=1)
    assert place.best() == "seen once"


def test_each_visit_widens_a_place() -> None:
    place = Place(0, Effort(), 2)
    assert [command for command, _ in place.visit("abcdef")] == ["a", "b", "c"]
    assert [command for command, _ in place.visit("abcdef")] == ["a", "b", "c", "d", "e"]
    place.dropped.add("b")
    assert [command for command, _ in place.visit("cbad")] == ["c", "a", "d"]


def test_the_dice_fall_and_the_next_seat_plays_before_the_value_is_asked() -> None:
    value, table = Counted(), two_that_may_build()
    agent, turn = Lookahead(Effort(rolls=1), value), table.state.turn
    chosen(agent, table)
    assert value.turns == {turn + 2}
    value.turns.clear()
    chosen(Lookahead(FLAT, value), table)
    assert value.turns == {turn + 1}


@pytest.mark.parametrize("rivals", [False, True])
def test_rivals_choose_in_the_tree(rivals: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    seats = set()

    def noted(knowledge: Any, *args: Any) -> list[Any]:
        seats.add(knowledge.seat)
        return list_candidates(knowledge, *args)

    monkeypatch.setattr(trials, "list_candidates", noted)
    chosen(Lookahead(Effort(plies=2, rolls=1, rivals=rivals)), two_that_may_build())
    assert seats == ({0, 1} if rivals else {0})
