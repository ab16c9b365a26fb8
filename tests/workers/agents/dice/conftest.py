"""Provides tables for play that counts the points of the turn alone; they are quick to make."""

import shutil
from pathlib import Path

import pytest

from domain.dice.terms import BOXES
from workers.agents.dice import tables
from workers.agents.dice.prospects import PROSPECTS, of_nothing
from workers.agents.dice.sheets import PRINTED
from workers.agents.dice.values import worth_of_nothing


@pytest.fixture
def data_dir(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a data directory without tables, which the agent uses."""
    monkeypatch.setenv("LONGROAD_DATA_DIR", str(tmp_path))
    return tmp_path


@pytest.fixture(scope="session")
def greedy_directory(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the directory with the quick tables, which are written once."""
    directory = tmp_path_factory.mktemp("greedy")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LONGROAD_DATA_DIR", str(directory))
        for one_die in (False, True):
            tables.write(one_die, ((turn, worth_of_nothing(PRINTED)) for turn in range(BOXES + 1)))
            PROSPECTS["one" if one_die else "any"].write(of_nothing())
    return directory


@pytest.fixture
def greedy_tables(greedy_directory: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a data directory with a table for each reading, in which the turns to come are worth nothing."""
    monkeypatch.setenv("LONGROAD_DATA_DIR", str(greedy_directory))
    return greedy_directory


@pytest.fixture
def own_tables(greedy_directory: Path, data_dir: Path) -> Path:
    """Return a data directory with a copy of these tables, which the test may spoil."""
    shutil.copytree(greedy_directory / "agents", data_dir / "agents")
    return data_dir
