"""Tests golden records of short games, in those cells of the matrix of Catan that no longer game covers."""

import pytest

from service.catalog import RULESETS
from tests.cells import worth_a_game
from tests.golden.files import RECORDS, names_in
from tests.golden.proving import check_record, names_of
from tests.golden.records import read_head


@pytest.mark.parametrize("name", names_of("cells"))
def test_a_short_game_is_read_as_it_was(name: str) -> None:
    check_record(name)


def test_the_cells_of_the_matrix_have_golden_records() -> None:
    played = set()
    for record in map(read_head, names_in(RECORDS)):
        played.add((record["ruleset"], record["map"], frozenset(record["modules"]), len(record["seats"])))
    catan = RULESETS["catan"]
    for cell in worth_a_game():
        config = catan.configure(cell["seats"], cell["map"], cell["modules"], {})
        assert ("catan", cell["map"], frozenset(config.modules), cell["seats"]) in played
