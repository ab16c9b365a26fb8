"""Tests that docs/growing.md is what the stored figures give, and says nothing else."""

import json

from tests.scale.page import MEASURED, PAGE, SIZING, capacity, write_page
from tests.scale.words import short, size_of


def test_the_page_is_what_the_figures_give() -> None:
    assert PAGE.read_text() == write_page(json.loads(MEASURED.read_text()))


def test_the_page_follows_the_figures() -> None:
    measured = json.loads(MEASURED.read_text())
    measured["hosted_1"]["people"]["api_ms"] *= 3
    assert PAGE.read_text() != write_page(measured)


def test_every_size_was_measured() -> None:
    measured = json.loads(MEASURED.read_text())
    assert {f"size_{size}" for size in (100, 10_000, 100_000, 1_000_000)} <= measured.keys()
    assert {f"hosted_{count}" for count in (1, 2, 4)} <= measured.keys()


def test_what_a_core_serves_comes_from_the_page_about_sizing() -> None:
    found = capacity(SIZING.read_text())
    assert found["planner"] > found["graded@6"] > found["graded@8"]
    assert "dice_optimal" not in found


def test_sizes_have_two_digits_at_least() -> None:
    assert [size_of(size) for size in (999, 1_500, 15_000, 2.5e9)] == ["999 bytes", "1.5 kB", "15 kB", "2.5 GB"]
    assert [short(value) for value in (0.123, 1.23, 12.3, 1_234)] == ["0.12", "1.2", "12", "1,234"]
