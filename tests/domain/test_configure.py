"""Tests that a complete configuration comes out as it went in, as a rematch and an imported record need it."""

from itertools import chain, combinations

import pytest

from domain.catan import CATAN
from domain.core.errors import InvalidConfiguration
from domain.core.ruleset import Ruleset
from domain.dice import DICE
from domain.elasund import ELASUND


@pytest.mark.parametrize("ruleset", [CATAN, DICE, ELASUND], ids=lambda ruleset: ruleset.name)
def test_a_complete_configuration_comes_out_as_it_went_in(ruleset: Ruleset) -> None:
    told = ruleset.describe()
    modules = told["modules"]
    chosen = chain.from_iterable(combinations(modules, size) for size in range(len(modules) + 1))
    cells = [
        (seats, place["id"], some)
        for some in chosen
        for place in told["maps"]
        for seats in range(told["seats"]["minimum"], told["seats"]["maximum"] + 1)
    ]
    playable = 0
    for seats, place, some in cells:
        try:
            config = ruleset.configure(seats, place, some, {})
        except InvalidConfiguration:
            continue
        playable += 1
        assert ruleset.configure(seats, config.map, config.modules, config.options) == config
    assert playable >= 3
