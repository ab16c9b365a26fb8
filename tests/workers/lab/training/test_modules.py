"""What modules add to the value of a position is fitted on games that are played with them."""

import json
from typing import Any

import pytest

from domain.catan import CATAN
from domain.core.chance import SeededChance
from workers.agents.catan.expectimax import valuing
from workers.agents.search.match import open_position
from workers.lab.contenders import additions_of
from workers.lab.training.modules import main


def test_a_fit_prints_a_weight_for_every_figure_and_how_well_both_values_foretell(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["--games", "10", "--seats", "3", "--modules", "favors"]) == 0
    fitted, plain, added = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [*fitted["weights"]] == ["score", "favor_tokens"]
    assert fitted["weights"]["score"] == 1
    assert fitted["scale"] > 0
    assert plain["positions"] == added["positions"] > 100
    assert 0 < plain["log_loss"] < 3


@pytest.mark.parametrize("modules", [(), ("favors",), ("helpers", "favors"), ("harbormaster",)])
def test_a_row_has_the_plain_score_and_as_many_figures_as_there_are_names(modules: tuple[str, ...]) -> None:
    additions, state = additions_of("catan"), _open(None, modules)
    rows = additions.figures(state)
    assert [row[0] for row in rows] == valuing.Value.scores(valuing.load_value(), state)
    assert {len(row) for row in rows} == {len(additions.names(state.setting.config.modules))}


def _open(board: str | None, modules: tuple[str, ...]) -> Any:
    return open_position(CATAN, CATAN.configure(4, board, modules, {}), SeededChance(b"rows"))
