"""The value counts what modules add: every figure has a weight, and who has more of it is likelier to win."""

import json
from itertools import islice

import pytest

from domain.catan import CATAN
from domain.catan.combinations import CHOSEN
from tests.domain.catan.favoring import Favoring
from tests.workers.agents.catan.deciding import decisions
from workers.agents.catan.expectimax.valuing import MODULES, WEIGHTS, figures_of, load_value
from workers.agents.catan.value.model import read_value


def test_every_figure_of_a_module_has_a_weight_and_none_is_left_over() -> None:
    known = ("towns", "five-six", "erie-canal", "favors", "helpers", "harbormaster", "dice-deck")
    names = [name for figures in figures_of(known) for name in figures.names]
    assert sorted(names) == sorted(json.loads(MODULES.read_text()))
    assert {*CHOSEN} <= {*known}


@pytest.mark.parametrize("board", [None, "new-york"])
def test_without_figures_it_is_the_plain_value_and_with_them_another_that_adds_up(board: str | None) -> None:
    plain, value = read_value(WEIGHTS), load_value()
    for state, _ in islice(decisions("valuing", 120, CATAN.configure(4, board, (), {})), 0, None, 10):
        chances = value.chances(state)
        assert sum(chances) == pytest.approx(1)
        assert (chances == plain.chances(state)) == (board is None)


def test_a_seat_with_more_tokens_of_the_guilds_is_likelier_to_win() -> None:
    poor, rich = Favoring(empty=False).turn(0), Favoring(empty=False).turn(0).tokens(0, ship=2)
    assert load_value().chances(rich.state)[0] > load_value().chances(poor.state)[0]
