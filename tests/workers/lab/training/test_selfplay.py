"""Games and figures are kept as Parquet; a run goes on where it was. Needs the extra `train`."""

import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("pyarrow", reason="the extra `train` is not installed")

from domain.catan import CATAN
from domain.elasund import ELASUND
from workers.agents.agent import load_agent
from workers.agents.catan.value.lesson import LESSON
from workers.lab.contenders import lesson_of
from workers.lab.training import judge, selfplay, train
from workers.lab.training.fitting import fit_logit, softmax
from workers.lab.training.games import plan_of, play_game, units_of
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


def test_returns_give_other_weights_than_the_winners_alone(folder: Path, tmp_path: Path) -> None:
    written = []
    for decay in ("1.0", "0.9"):
        train.main(["--folders", str(folder), "--weights", str(tmp_path / decay), "--decay", decay])
        written.append((tmp_path / decay).read_text())
    assert written[0] != written[1]


def test_weights_vary_by_seat_and_the_same_plan_plays_the_same_game() -> None:
    plan = plan_of("varied", 3, "planner@@1", varies=True)
    assert plan.is_fair
    units = [units_of(plan.seed, seat, load_agent("planner@@1")) for seat in range(4)]
    assert len({str(one) for one in units}) == 4
    assert play_game(CATAN, plan) == play_game(CATAN, plan) != play_game(CATAN, plan._replace(varies=False))


def test_of_several_agents_one_is_drawn_for_each_seat() -> None:
    plans = [plan_of("mixed", number, "planner,heuristic") for number in range(30)]
    assert {name for plan in plans for name in plan.agents} == {"planner", "heuristic"}
    assert len({plan.agents for plan in plans}) > 5
    assert plans[7] == plan_of("mixed", 7, "planner,heuristic")


def test_a_fit_is_judged_by_games_it_has_not_seen(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    weights = tmp_path / "weights.json"
    train.main(["--folders", str(folder), "--weights", str(weights)])
    held = json.loads(capsys.readouterr().out.splitlines()[0])
    assert judge.main(["--folders", str(folder), "--weights", str(weights)]) == 0
    assert json.loads(capsys.readouterr().out) | {"model": ""} == held | {"model": ""}


def test_games_have_as_many_seats_as_are_asked_for(tmp_path: Path) -> None:
    arguments = ("--ruleset", "elasund", "--games", "1", "--seats", "3", "--processes", "1", "--folder", str(tmp_path))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(selfplay, "SHARD", 1)
        assert selfplay.main(arguments) == 0
    [game] = read_games(selfplay.games_path(tmp_path, 0), ELASUND)
    assert len(game.plan.agents) == 3
    samples = read_features([selfplay.features_path(tmp_path, 0)], lesson_of("elasund"))
    assert samples.figures.shape[1:] == (3, len(lesson_of("elasund").names))


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
