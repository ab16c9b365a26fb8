"""Tests golden records of Catan without modules, on every map."""

import pytest

from tests.golden.proving import check_record, names_of


@pytest.mark.parametrize("name", names_of("base"))
def test_a_game_of_catan_is_read_as_it_was(name: str) -> None:
    check_record(name)
