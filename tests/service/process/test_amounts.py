"""Tests that a number is written with its noun in the singular or the plural."""

from service.process.amounts import write_amount


def test_one_is_written_in_the_singular() -> None:
    assert [write_amount(count, "game") for count in (0, 1, 2, 1200)] == ["0 games", "1 game", "2 games", "1,200 games"]
    assert [write_amount(count, "party", "parties") for count in (1, 2)] == ["1 party", "2 parties"]
