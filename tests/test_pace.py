"""Tests that everything `tests/pace.py` lists exists, and that `make quick` still tests something of every package."""

from pathlib import Path

from tests.pace import SLOW, is_slow

ROOT = Path(__file__).parent.parent
PARTS = ("domain/catan", "domain/dice", "domain/elasund", "eventstore", "service/handlers", "service/http")
PARTS += ("service/webhooks", "service/records", "service/texts", "openapi", "workers", "workers/agents/catan")


def test_what_is_slow_is_there() -> None:
    assert [path for path in SLOW if not (ROOT / path).exists()] == []


def test_every_part_keeps_quick_tests() -> None:
    for part in PARTS:
        files = [path.relative_to(ROOT).as_posix() for path in (ROOT / "tests" / part).glob("test_*.py")]
        assert [file for file in files if not is_slow(file)] != [], part
