"""Tests that everything `tests/pace.py` lists exists, how it orders tests, and what is left for `make quick`."""

from pathlib import Path

from tests.pace import APART, FULL, LONGEST, SLOW, TOGETHER, is_slow, rank, shuffled_rank, unit_of

ROOT = Path(__file__).parent.parent
PARTS = ("domain/catan", "domain/dice", "domain/elasund", "eventstore", "service/handlers", "service/http")
PARTS += ("service/webhooks", "service/records", "service/texts", "openapi", "workers", "workers/agents/catan")


def test_what_is_slow_is_there() -> None:
    assert [path for path in SLOW if not (ROOT / path).exists()] == []


def test_what_is_left_to_the_full_tests_is_there() -> None:
    for path, _, test in (named.partition("[")[0].partition("::") for named in FULL):
        assert (ROOT / path).exists(), path
        assert not test or f"def {test}(" in (ROOT / path).read_text(encoding="utf-8"), test


def test_every_part_keeps_quick_tests() -> None:
    for part in PARTS:
        files = [path.relative_to(ROOT).as_posix() for path in (ROOT / "tests" / part).glob("test_*.py")]
        assert [file for file in files if not is_slow(file)] != [], part


def test_what_is_ordered_is_there() -> None:
    named = {*LONGEST, *APART, *(path for paths in TOGETHER.values() for path in paths)}
    assert [path for path in named if not [*ROOT.glob(f"{path}*")]] == []


def test_the_longest_begin_and_the_quick_ones_end() -> None:
    tests = [
        "tests/test_pace.py::test",
        "tests/golden/test_logs.py::test",
        f"{LONGEST[1]}::test",
        f"{LONGEST[0]}::test",
    ]
    assert sorted(tests, key=rank) == [*reversed(tests)]


def test_a_file_is_a_unit_unless_it_is_divided_or_shares_what_is_costly() -> None:
    assert unit_of("tests/test_pace.py::test[a::b]") == "tests/test_pace.py"
    assert unit_of(f"{APART[0]}::test[6]") == f"{APART[0]}::test[6]"
    for name, paths in TOGETHER.items():
        assert {unit_of(f"{path}::test") for path in paths} == {name}


def test_a_drawn_order_keeps_the_tests_of_a_file_together() -> None:
    tests = [f"tests/{file}.py::test_{n}" for file in "abcdefgh" for n in range(4)]
    orders = [sorted(tests, key=lambda test, seed=seed: shuffled_rank(seed, test)) for seed in ("1", "2")]
    assert orders[0] != orders[1]
    assert all([len(set(map(unit_of, order[at : at + 4]))) for at in range(0, 32, 4)] == [1] * 8 for order in orders)
