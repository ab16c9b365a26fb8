"""Tests golden records of Catan with favors, helpers, the Erie Canal, and combinations of them."""

import pytest

from tests.golden.proving import check_record, names_of


@pytest.mark.parametrize("name", names_of("modules"))
def test_a_game_with_modules_is_read_as_it_was(name: str) -> None:
    check_record(name)
