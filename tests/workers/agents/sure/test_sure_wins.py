"""Tests that the search for sure wins of Catan misses none and names none that is not sure, with every module.

The judge tries everything and shares no code with the agents. `python -m tests.workers.agents.sure` looks at 2,000
positions.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from random import Random
from typing import Any

import pytest

from domain.catan import CATAN
from domain.catan.combinations import CHOSEN
from domain.catan.modules import REGISTRY
from domain.catan.modules.five_six import Pass
from domain.catan.state import State
from domain.core.discovery import find
from tests.workers.agents.sure.comparing import compare_all
from tests.workers.agents.sure.positions import CATAN_KINDS, Found, Kind, describe, small_positions, turns
from tests.workers.agents.sure.walks import broken_bounds
from workers.agents.agent import load_agent
from workers.agents.catan.modules import tactics_of
from workers.agents.catan.tactics import Tactics
from workers.agents.catan.winning.finding import MORE_NODES, CatanClosing, find_win
from workers.agents.turns import decide

JUDGED = 5
WINS = 1
LOOKED_AT = 800
"""The positions that the judge finishes of each kind of game, those it finds won, and the most it looks at in one."""
MOST_CARDS = 7
WALKS = 60
MANY = 3_000
PLENTY = 1 << 20
"""More commands than the search tries in any position."""
GAMES = [pytest.param(kind, id=f"{kind.seats}-{'+'.join((kind.map or '', *kind.modules))}") for kind in CATAN_KINDS]


def search(found: Found) -> Any | None:
    """Return what the search finds if it may try as much as it likes."""
    return find_win(CATAN, CATAN.observe(found.state, found.seat), nodes=PLENTY)


@pytest.mark.parametrize("kind", GAMES)
def test_the_search_finds_what_the_judge_finds(kind: Kind) -> None:
    tally = compare_all(search, small_positions(kind, f"short {kind}", MOST_CARDS), JUDGED, LOOKED_AT, wins=WINS)
    assert tally.differing == []


def looked_at(kind: Kind, number: int, seed: str) -> Iterator[Found]:
    return islice(small_positions(kind, seed, 12), number)


def bound_of(found: Found, tactics: Sequence[Tactics[Any]]) -> Callable[[State], bool]:
    """Return the bound by which the agents' search leaves positions out."""
    return CatanClosing(found.seat, tactics).is_hopeless


@pytest.mark.parametrize("kind", GAMES)
def test_no_walk_reaches_what_the_bound_calls_out_of_reach(kind: Kind) -> None:
    rng, broken = Random(7), []
    for found in looked_at(kind, WALKS, f"walks {kind}"):
        for state, gained in broken_bounds(found, rng, bound_of(found, tactics_of(found.state.setting))):
            broken.append(f"{gained} more at {describe(found._replace(state=state))}")
    assert broken == []


BETWEEN_TURNS = (Pass,)
HELPFUL = [
    ("favors", Kind(4, None, ("favors",))),
    ("helpers", Kind(4, None, ("helpers",), (("combined_trade_build", True),))),
    ("harbormaster", Kind(4, None, ("harbormaster",))),
    ("erie-canal", Kind(3, "new-york", ("erie-canal",))),
]


@pytest.mark.parametrize(("module", "kind"), HELPFUL)
def test_a_module_whose_help_is_left_out_is_noticed(module: str, kind: Kind) -> None:
    """What a module can bring within a turn must be in the bound, else turns that it wins are passed over."""
    rng = Random(11)
    for found in looked_at(kind, MANY, f"planted {module}"):
        (known,) = [one for one in tactics_of(found.state.setting) if one.helps is not None]
        if broken_bounds(found, rng, bound_of(found, [replace(known, helps=None)])):
            return
    pytest.fail(f"nobody notices what {module} brings")


@pytest.mark.parametrize("module", [one.name for one in REGISTRY])
def test_every_module_with_commands_says_what_they_bring(module: str) -> None:
    """A module whose commands are for the own turn has `helps`, or says that nothing comes of them in the turn."""
    (part,) = [one for one in REGISTRY if one.name == module]
    tactics = find("workers.agents.catan.modules", module, "TACTICS")
    later = tactics.later if tactics else ()
    silent = {row.cls for row in part.commands} - {*later, *BETWEEN_TURNS}
    assert not silent or (tactics is not None and tactics.helps is not None)


@pytest.mark.parametrize("module", CHOSEN)
def test_every_module_is_among_the_games_that_are_looked_at(module: str) -> None:
    assert any(module in kind.modules for kind in CATAN_KINDS)


def test_the_planner_takes_what_the_search_finds() -> None:
    planner = load_agent("planner")
    won = 0
    for found in islice(small_positions(Kind(4), "taken", MOST_CARDS), 120):
        command = find_win(CATAN, CATAN.observe(found.state, found.seat))
        if command is not None:
            won += 1
            assert decide(CATAN, found.state, found.seat, planner, 1.0, Random(0)).command == command
    assert won


def test_a_win_that_takes_many_commands_is_found() -> None:
    """In the 59th turn of a game a seat has one, by a Monopoly, that takes more than a thousand commands to find."""
    config = CATAN.configure(5, None, (), {})
    played = turns(CATAN, config, [load_agent("planner@3")] * 5, "missed 3")
    state, seat = next((state, seat) for state, seat in played if state.turn == 59 and state.dice)
    view = CATAN.observe(state, seat)
    assert find_win(CATAN, view, draws=True) is None
    assert find_win(CATAN, view, draws=True, nodes=MORE_NODES) is not None
