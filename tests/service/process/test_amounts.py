"""Tests that a number is written with its noun in the singular or the plural, by the server and by the client."""

from collections.abc import Callable

import pytest
from longroad_client.command import showing

from service.process import amounts

Writes = Callable[..., str]


@pytest.mark.parametrize("write", [amounts.write_amount, showing.write_amount])
def test_one_is_written_in_the_singular(write: Writes) -> None:
    assert [write(count, "game") for count in (0, 1, 2)] == ["0 games", "1 game", "2 games"]
    assert [write(count, "party", "parties") for count in (1, 2)] == ["1 party", "2 parties"]


def test_large_numbers_have_commas() -> None:
    assert amounts.write_amount(1200, "game") == "1,200 games"
