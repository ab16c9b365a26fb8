"""Games and figures are kept as Parquet; a run goes on where it was. Needs the extra `train`."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("pyarrow", reason="the extra `train` is not installed")

from domain.catan import CATAN
from workers.agents.catan.value.lesson import LESSON
from workers.lab.training import selfplay, train
from workers.lab.training.fitting import fit_logit, softmax
from workers.lab.training.games import plan_of, play_game
from workers.lab.training.records import Samples, checksum, is_current, read_features, read_games

RUN = ("--games", "2", "--seed", "kept", "--processes", "1")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Return a folder with a run of two files of a game each."""
    found = tmp_path_factory.mktemp("selfplay")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(selfplay, "SHARD", 1)
        assert selfplay.main([*RUN, "--folder", str(found)]) == 0
        yield found


def test_games_come_back_as_they_were_played(folder: Path) -> None:
    [game] = read_games(selfplay.games_path(folder, 1), CATAN)
    assert game.plan == plan_of("kept", 1, "heuristic")
    assert game == play_game(CATAN, game.plan)


def test_a_run_goes_on_where_it_was(folder: Path) -> None:
    paths = [selfplay.games_path(folder, 0), selfplay.games_path(folder, 1), selfplay.features_path(folder, 1)]
    before, sum_before = [path.stat().st_mtime_ns for path in paths], checksum(sorted(folder.iterdir()))
    selfplay.features_path(folder, 0).unlink()
    selfplay.main([*RUN, "--folder", str(folder)])
    assert [path.stat().st_mtime_ns for path in paths] == before
    assert checksum(sorted(folder.iterdir())) == sum_before


def test_figures_of_another_day_are_worked_out_again(folder: Path) -> None:
    path = selfplay.features_path(folder, 0)
    assert is_current(path, LESSON)
    assert not is_current(path, LESSON._replace(names=LESSON.names[1:]))


def test_training_writes_the_same_weights_for_the_same_games(folder: Path, tmp_path: Path) -> None:
    written = []
    for name in ("one.json", "two.json"):
        train.main(["--folders", str(folder), "--weights", str(tmp_path / name)])
        written.append((tmp_path / name).read_text())
    assert written[0] == written[1]
    samples = read_features([selfplay.features_path(folder, 1)], LESSON)
    assert samples.figures.shape[1:] == (4, len(LESSON.names))


def test_the_strength_of_a_lead_is_not_credited_to_its_habits() -> None:
    rng, count = np.random.default_rng(1), 8000
    lead = rng.integers(0, 4, count)
    is_lead = lead[:, None] == np.arange(4)
    habit = is_lead + rng.normal(0, 0.7, (count, 4))
    chances = softmax(1.5 * is_lead)
    winner = (chances.cumsum(axis=1) < rng.random((count, 1))).sum(axis=1)
    samples = Samples(habit[..., None], winner, np.arange(count), np.ones(count, bool), lead)
    assert fit_logit(samples.figures, winner, 0, (0.0,))[0, 0] > 0.5
    assert fit_logit(train.with_lead(samples), winner, 0, (0.0,))[0, 0] == pytest.approx(0, abs=0.1)
