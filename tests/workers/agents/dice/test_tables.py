"""Tests that a table is either whole and proven, or treated as missing."""

import fcntl
import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from domain.dice import DICE
from service.process.priority import SESSION
from tests.service.processes import wait_for
from workers import tables as building
from workers.agents import play
from workers.agents.agent import load_agent
from workers.agents.catalog import AGENTS
from workers.agents.dice import tables
from workers.agents.dice.competitor import Competitor
from workers.agents.dice.files import PAGE, TableFile
from workers.agents.dice.optimal import Optimal
from workers.agents.dice.sheets import PRINTED
from workers.agents.dice.values import worth_of_nothing

ANY, ONE = tables.SOLUTIONS["any"], tables.SOLUTIONS["one"]


def test_a_table_is_found_as_it_was_written(greedy_tables: Path) -> None:
    table = tables.find(True)
    assert table is not None
    assert table.shape == tables.shape() == (16, 1226, 128)
    assert np.array_equal(table[3], worth_of_nothing(PRINTED))
    left = [path.name for path in (greedy_tables / "agents").iterdir() if path.suffix != ".lock"]
    names = ["dice-any-ends.table", "dice-any.table", "dice-one-ends.table", "dice-one.table"]
    assert sorted(left) == names


def test_without_a_file_there_is_no_table(data_dir: Path) -> None:
    assert tables.find(False) is None


@pytest.mark.parametrize("place", [10, PAGE + 5, -1])
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


def test_nothing_is_written_beyond_the_shape(data_dir: Path) -> None:
    with pytest.raises(AssertionError):
        TableFile("small", False, (2, 3), np.uint8).write([(1, np.zeros((2, 3), np.uint8))])


def test_the_command_leaves_sound_tables_alone(greedy_tables: Path) -> None:
    before = tables.path_of(True).stat().st_mtime_ns
    command = (sys.executable, "-m", "workers.tables")
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=300)
    told = [json.loads(line) for line in done.stdout.splitlines()]
    assert [line["name"] for line in told] == ["dice-any", "dice-one", "dice-any-ends", "dice-one-ends"]
    assert [line["expected_points"] for line in told] == [0, 0, 0, 0]
    assert max(line["file_mb"] for line in told) < 32
    assert tables.path_of(True).stat().st_mtime_ns == before


def test_a_table_that_nobody_looks_up_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        building.main(["dice-two"])
    assert "no table is called dice-two" in capsys.readouterr().err


def test_an_agent_names_the_table_of_its_game(greedy_tables: Path) -> None:
    config = DICE.configure(2, None, (), {"joker_dice": "one"})
    assert [table.name for table in Optimal().tables(config)] == ["dice-one"]
    assert [table.name for table in Competitor().tables(config)] == ["dice-one", "dice-one-ends"]
    alone = DICE.configure(1, None, (), {"joker_dice": "one"})
    assert [table.name for table in Competitor().tables(alone)] == ["dice-one"]
    others = [entry.id for entry in AGENTS if not entry.id.startswith("dice_")]
    assert [list(load_agent(name).tables(config)) for name in others] == [[]] * len(others)


@pytest.fixture
def no_builders(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forget that this process has ever requested a table."""
    monkeypatch.setattr(building, "_builders", {})


@pytest.mark.usefixtures("no_builders")
def test_what_is_there_is_not_built_again(own_tables: Path) -> None:
    before = ANY.path.stat().st_mtime_ns
    building.build_beside(ANY)
    assert building.builder_of(ANY) is None
    building.ensure(ANY)
    assert ANY.path.stat().st_mtime_ns == before


@pytest.mark.usefixtures("no_builders")
def test_only_one_builds(data_dir: Path) -> None:
    path = ONE.path.with_suffix(".lock")
    path.parent.mkdir()
    with path.open("ab") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        building.build_beside(ONE)
        assert building.builder_of(ONE) is None


@pytest.mark.usefixtures("no_builders")
def test_a_builder_that_failed_is_not_started_again(data_dir: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (data_dir / "agents").mkdir()
    ONE.path.with_suffix(".draft").mkdir()  # where the file is written
    building.build_beside(ONE)
    builder = building.builder_of(ONE)
    assert builder is not None
    assert builder.wait(600) == 1
    assert "Error" in capfd.readouterr().err
    building.build_beside(ONE)
    assert building.builder_of(ONE) is builder


@pytest.mark.skipif(not SESSION.exists(), reason="the system does not schedule sessions")
@pytest.mark.usefixtures("no_builders")
def test_a_builder_gives_way_to_every_session(data_dir: Path) -> None:
    building.build_beside(ONE)
    builder = building.builder_of(ONE)
    assert builder is not None
    try:
        session = Path(f"/proc/{builder.pid}/autogroup")
        assert wait_for(lambda: session.read_text().strip().endswith(f"nice {building.NICENESS}"))
        assert os.getpriority(os.PRIO_PROCESS, builder.pid) == building.NICENESS
    finally:
        builder.kill()
        builder.wait()


@pytest.mark.usefixtures("no_builders")
def test_an_agent_never_builds(data_dir: Path) -> None:
    """No table is built for an agent that plays in memory, even if it decides many times without one."""
    match = play(DICE, ["dice_optimal"] * 2, "without a table")
    assert match.result is not None
    assert list(data_dir.iterdir()) == []
    assert building.builder_of(ANY) is None


@pytest.mark.slow
@pytest.mark.parametrize(("reading", "expected"), [("any", 102.846), ("one", 94.264)])
def test_the_known_values_are_found(data_dir: Path, long_games: int, reading: str, expected: float) -> None:
    """Each takes a minute, so they are built in the long form alone; `make ladder` prints them too."""
    if not long_games:
        pytest.skip("takes a minute: --long=1")
    told = building.build(tables.SOLUTIONS[reading])
    assert told["expected_points"] == pytest.approx(expected, abs=5e-4)
    assert told["file_mb"] < 64
