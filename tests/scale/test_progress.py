"""Tests that a simulation keeps what it found, and ends at its bounds."""

from pathlib import Path

import pytest

from tests.scale.progress import BoundReached, Progress


def test_a_part_that_was_measured_is_not_measured_again(tmp_path: Path) -> None:
    calls: list[int] = []

    def measure() -> dict[str, int]:
        calls.append(1)
        return {"figure": len(calls)}

    place = tmp_path / "found.json"
    assert Progress(place).part("one", measure) == {"figure": 1}
    assert Progress(place).part("one", measure) == {"figure": 1}
    assert Progress(place).part("two", measure) == {"figure": 2}


@pytest.mark.parametrize("bounds", [{"most_s": 0.0}, {"most_bytes": 1}])
def test_it_ends_at_its_bounds_and_keeps_what_it_found(tmp_path: Path, bounds: dict[str, int]) -> None:
    place = tmp_path / "found.json"
    Progress(place).part("one", lambda: {"figure": 1})
    with pytest.raises(BoundReached):
        Progress(place, **bounds).part("two", lambda: {"figure": 2})
    assert Progress(place).found == {"one": {"figure": 1}}
