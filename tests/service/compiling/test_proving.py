"""Tests that rules are proven in a wheel: golden games, random games and every message; and what mypyc refuses."""

from pathlib import Path
from typing import Any

import pytest

from domain.core.messages import Message
from service.catalog import RULESETS
from service.compiling.building import BuildError, build
from service.compiling.proving import GAMES, play_again, play_at_random, prove
from tests.golden.files import RECORDS


def test_golden_games_are_played_again_with_the_same_results() -> None:
    assert play_again() == 20


def test_random_games_keep_the_laws_with_every_number_of_seats() -> None:
    assert [play_at_random(RULESETS[name]) for name in ("catan-dice", "elasund", "goofspiel")] == [4, 3, 4]


@pytest.mark.parametrize("name", ["InfluenceHalved", "CardStolen", "BidMade"])
def test_the_proof_hides_every_message_also_one_that_no_golden_game_has(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = Message.seen

    def fail(row: Message[Any], message: object, seat: int) -> object:
        if row.name == name:
            raise TypeError("tuple[int, int] object expected; got tuple[")
        return seen(row, message, seat)

    monkeypatch.setattr(Message, "seen", fail)
    with pytest.raises(TypeError):
        prove()


def test_the_games_that_prove_compiled_rules_are_golden_records() -> None:
    golden = {path.read_bytes() for path in RECORDS.rglob("*.gz")}
    assert all(path.read_bytes() in golden for path in GAMES.glob("*.gz"))


def test_rules_that_mypy_refuses_are_not_built(tmp_path: Path) -> None:
    rules = tmp_path / "domain"
    rules.mkdir()
    (rules / "__init__.py").write_text('"""Holds no rules."""\n')
    (rules / "tiny.py").write_text("def half(number: int) -> int:\n    return str(number)\n")
    with pytest.raises(BuildError, match="Incompatible return value"):
        build(rules, tmp_path / "compiled")
