"""Tests that mutants are drawn from what rules are made of, and from nothing else."""

from collections import Counter
from pathlib import Path

import pytest

from tests.mutants.draw import draw, find
from tests.mutants.places import Source, difference
from tests.mutants.scope import is_near, rule_files

SHORT = '''"""A file that says 3."""

from typing import Final, TYPE_CHECKING
from functools import cache

if TYPE_CHECKING:
    from domain import Card

Cards = tuple[int, ...]
COST: Final[dict[str, int]] = {"wool": 1}


class Hand:
    """A hand of 7."""

    __slots__ = ("a", "b")
    limit: "int | None"


@cache
def pay(hand: "int | None", strict: bool = zip((), (), strict=True)) -> "list[int] | None":
    """Pay 2."""
    raise ValueError("not 4")
'''


def changes(text: str) -> list[str]:
    """Return the lines that each possible change of a text gives."""
    source = Source(text)
    return [difference(text, source.changed(place))[1] for place in source.places()]


def test_nothing_but_values_and_statements_is_changed() -> None:
    assert sorted(changes(SHORT)) == [
        'COST: Final[dict[str, int]] = {"wool": 0}',
        'COST: Final[dict[str, int]] = {"wool": 2}',
        "pass",
    ]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("a = 1", ["a = 0", "a = 2"]),
        ("a = b < c", ["a = b <= c"]),
        ("a = b & c", ["a = b | c"]),
        ("a = min(b)", ["a = max(b)"]),
        ("a = not b", ["a = b"]),
        ("a = b in c", ["a = b not in c"]),
        ('refuse("catan.road.cost")', ["pass", 'refuse("XXcatan.road.costXX")']),
        ('a = "wool"', []),
        ("emit(b)", ["pass"]),
        ("s.a = b", ["pass"]),
        ("a += b", ["a -= b", "a = b", "pass"]),
        (
            "a = b if c else d",
            ["a = b if (c) and False else d", "a = b if (c) or True else d", "a = b if not (c) else d"],
        ),
        ("a = [b for b in c if d]", ["a = [b for b in c if not (d)]"]),
        ("raise Refusal(a)", ["pass"]),
    ],
)
def test_each_kind_of_fault(line: str, expected: list[str]) -> None:
    assert sorted(changes(f"def f():\n    {line}\n")) == sorted(expected)


LONG = """def f(a):
    if (
        a > 1
        and a < 3
    ):
        return [
            a
            + 1
        ]
"""


def test_a_place_knows_the_lines_of_its_statement() -> None:
    spans = {(place.line, place.first, place.last) for place in Source(LONG).places()}
    assert spans == {(2, 2, 5), (3, 2, 5), (4, 2, 5), (8, 6, 9)}


def test_rules_alone_are_drawn() -> None:
    files = {path.as_posix() for path in rule_files()}
    assert {
        "domain/catan/chapters/building/rules.py",
        "domain/catan/modules/favors/linking.py",
        "domain/catan/chapters/trading/chapter.py",
        "domain/dice/chapters/rolling.py",
        "domain/elasund/chapters/pirates.py",
        "domain/goofspiel.py",
        "domain/core/chance.py",
    } <= files
    assert (
        not {
            "domain/catan/place_names.py",
            "domain/catan/chapters/trading/messages.py",
            "domain/elasund/packing.py",
            "domain/dice/packing.py",
            "domain/__init__.py",
        }
        & files
    )


def test_the_tests_near_a_file_are_those_of_its_ruleset() -> None:
    test = "tests/domain/dice/test_end.py::test_x"
    assert is_near(test, "domain/dice/chapters/scoring.py")
    assert is_near(test, "domain/core/chance.py")
    assert not is_near(test, "domain/catan/chapters/scoring.py")
    assert is_near("tests/domain/goofspiel/test_goofspiel.py::test_x", "domain/goofspiel.py")
    assert not is_near(test, "domain/goofspiel.py")
    assert is_near("tests/domain/test_described.py::test_x", "domain/catan/chapters/scoring.py")


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """Return two files of rules, one three times as long as the other."""
    for name, lines in (("catan/chapters/longest_road.py", 90), ("dice/turn.py", 30)):
        path = tmp_path / "domain" / name
        path.parent.mkdir(parents=True)
        path.write_text("".join(f"A{line} = {line}\n" for line in range(lines)))
    return tmp_path


def test_a_seed_always_draws_the_same_and_no_line_twice(tree: Path) -> None:
    drawn = draw(40, 7, tree)
    assert drawn == draw(40, 7, tree)
    assert drawn != draw(40, 8, tree)
    assert len({mutant.drawn for mutant in drawn}) == 40
    assert len(draw(500, 7, tree)) == 120


def test_files_are_drawn_from_by_their_length(tree: Path) -> None:
    found = Counter(mutant.file for mutant in draw(60, 7, tree))
    assert found["domain/catan/chapters/longest_road.py"] > 2 * found["domain/dice/turn.py"] > 0


def test_a_mutant_is_found_again_where_its_line_has_moved_to(tree: Path) -> None:
    path = tree / "domain/catan/chapters/longest_road.py"
    drawn = next(mutant for mutant in draw(500, 7, tree) if mutant.drawn == "domain/catan/chapters/longest_road.py:50")
    path.write_text("# one more line\n" + path.read_text())
    again = find(drawn.row(), tree)
    assert again is not None
    assert (again.drawn, again.line) == ("domain/catan/chapters/longest_road.py:50", 51)
    assert (again.before, again.after) == (drawn.before, drawn.after)
    path.write_text("")
    assert find(drawn.row(), tree) is None
