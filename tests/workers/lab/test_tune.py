"""Tests tuning: opposite changes of all weights, effects that are found again, pairs that are kept."""

import json
from pathlib import Path
from random import Random

import pytest

from workers.agents.catan.weights import FROZEN
from workers.lab import tune
from workers.lab.tune import Pair, change_weights, draw_change, effects, names_of

NAMES = list(names_of(FROZEN))


def test_every_fraction_can_be_changed_and_no_count() -> None:
    assert {"pip", "opening.variety", "places.wanted.4"} <= set(NAMES)
    assert not {"sites", "late_pip", "opening.second", "opening"} & set(NAMES)


def test_opposite_changes_cancel_out() -> None:
    units = draw_change(NAMES, 5)
    there = change_weights(FROZEN, units, 1)
    back = change_weights(there, units, -1)
    assert there.pip != FROZEN.pip
    assert back.opening.wanted == pytest.approx(FROZEN.opening.wanted)
    assert (back.pip, back.sites) == (pytest.approx(FROZEN.pip), FROZEN.sites)
    assert draw_change(NAMES, 5) == units != draw_change(NAMES, 6)


def test_the_effect_of_a_weight_is_found_among_others() -> None:
    rng = Random(1)
    pairs = [
        Pair("a", "b", seed, draw_change(["good", "bad", "idle"], seed), (0, 0), (0.0, 0.0)) for seed in range(400)
    ]

    def lead(pair: Pair, sign: int) -> float:
        return sign * (0.5 * pair.units["good"] - 0.3 * pair.units["bad"]) + rng.gauss(0, 0.5)

    pairs = [pair._replace(leads=(lead(pair, 1), lead(pair, -1))) for pair in pairs]
    pairs = [pair._replace(wins=(int(pair.leads[0] > 0), int(pair.leads[1] > 0))) for pair in pairs]
    found = effects(pairs)
    assert [effect.name for effect in found] == ["good", "idle", "bad"]
    assert found[0].gain > 5 * found[0].error
    assert abs(found[1].gain) < 4 * found[1].error


def test_the_command_keeps_pairs_and_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = tmp_path / "new" / "pairs.jsonl"
    arguments = ["--agent", "heuristic", "--processes", "1", "--record", str(record)]
    assert tune.main([*arguments, "--pairs", "1"]) == 0
    first = record.read_text()
    assert tune.main([*arguments, "--pairs", "2"]) == 0
    assert record.read_text().startswith(first)
    assert len(record.read_text().splitlines()) == 2
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert {line["weight"] for line in lines} == set(NAMES)
