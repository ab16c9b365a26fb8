"""Tables are whole and proven, or they are not there."""

import fcntl
import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from workers.agents.dice import build, building, tables
from workers.agents.dice.sheets import PRINTED
from workers.agents.dice.values import worth_of_nothing


def test_a_table_is_found_as_it_was_written(greedy_tables: Path) -> None:
    table = tables.find(True)
    assert table is not None
    assert table.shape == tables.shape() == (16, 1226, 128)
    assert np.array_equal(table[3], worth_of_nothing(PRINTED))
    left = [path.name for path in (greedy_tables / "agents").iterdir() if path.suffix != ".lock"]
    assert sorted(left) == ["dice-any.table", "dice-one.table"]


def test_without_a_file_there_is_no_table(data_dir: Path) -> None:
    assert tables.find(False) is None


@pytest.mark.parametrize("place", [10, tables.PAGE + 5, -1])
def test_a_damaged_table_is_none(own_tables: Path, place: int) -> None:
    path = tables.path_of(False)
    content = bytearray(path.read_bytes())
    content[place] ^= 1
    path.write_bytes(content)
    assert tables.find(False) is None
    assert tables.find(True) is not None


def test_a_table_cut_short_is_none(own_tables: Path) -> None:
    path = tables.path_of(False)
    path.write_bytes(path.read_bytes()[:-8])
    assert tables.find(False) is None


def test_a_table_of_the_other_reading_is_none(own_tables: Path) -> None:
    tables.path_of(True).replace(tables.path_of(False))
    assert tables.find(False) is None


def test_a_table_that_could_not_be_finished_is_none(data_dir: Path) -> None:
    def parts() -> object:
        yield 15, worth_of_nothing(PRINTED)
        raise OSError("no space left")

    with pytest.raises(OSError, match="no space"):
        tables.write(False, parts())  # type: ignore[arg-type]
    assert tables.find(False) is None
    tables.write(False, ((turn, worth_of_nothing(PRINTED)) for turn in range(16)))
    assert tables.find(False) is not None
    assert [path.name for path in (data_dir / "agents").iterdir()] == ["dice-any.table"]


def test_the_command_leaves_sound_tables_alone(greedy_tables: Path) -> None:
    before = tables.path_of(True).stat().st_mtime_ns
    command = (sys.executable, "-m", "workers.agents.dice.build", "--joker-dice", "one")
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=300)
    told = json.loads(done.stdout)
    assert told["name"] == "dice_optimal, joker_dice one"
    assert told["expected_points"] == 0
    assert told["file_mb"] < 32
    assert tables.path_of(True).stat().st_mtime_ns == before


@pytest.fixture
def no_builders(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if this process had never asked for a table."""
    monkeypatch.setattr(building, "_builders", {})


@pytest.mark.usefixtures("no_builders")
def test_what_is_there_is_not_built_again(own_tables: Path) -> None:
    before = tables.path_of(False).stat().st_mtime_ns
    building.build_beside(False)
    builder = building.beside(False)
    assert builder is not None
    assert builder.wait(600) == 0
    building.ensure(False)
    assert tables.path_of(False).stat().st_mtime_ns == before


@pytest.mark.usefixtures("no_builders")
def test_only_one_builds(data_dir: Path) -> None:
    path = tables.path_of(True).with_suffix(".lock")
    path.parent.mkdir()
    with path.open("ab") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        building.build_beside(True)
        assert building.beside(True) is None


@pytest.mark.usefixtures("no_builders")
def test_a_builder_that_failed_is_not_started_again(
    data_dir: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    (data_dir / "agents").mkdir()
    tables.path_of(True).mkdir()  # where the file belongs
    building.build_beside(True)
    builder = building.beside(True)
    assert builder is not None
    assert builder.wait(600) == 1
    assert "Error" in capfd.readouterr().err
    building.build_beside(True)
    assert building.beside(True) is builder


@pytest.mark.slow
@pytest.mark.parametrize(("reading", "expected"), [("any", 102.846), ("one", 94.264)])
def test_the_known_values_are_found(data_dir: Path, long_games: int, reading: str, expected: float) -> None:
    """A minute each, so in the long form alone; `make ladder` tells them too."""
    if not long_games:
        pytest.skip("takes a minute: --long=1")
    told = build.build(reading)
    assert told["expected_points"] == pytest.approx(expected, abs=5e-4)
    assert told["file_mb"] < 64
