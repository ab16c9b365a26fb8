"""Tests that a mutant is noticed by tests that fail on it, that cannot be imported with it, or that never end."""

from functools import cache
from pathlib import Path

import pytest

from tests.mutants.draw import Mutant, mutant
from tests.mutants.places import Source
from tests.mutants.reach import Reach
from tests.mutants.results import SURVIVED
from tests.mutants.scope import ROOT
from tests.mutants.trial import DOMAIN, MARKED, examine, run

ROADS = "tests/domain/catan/test_roads.py"
COST = f"{ROADS}::test_a_road_costs_brick_and_lumber"
ONE_PER_EDGE = f"{ROADS}::test_an_edge_takes_one_road"
DISCARD = "tests/domain/catan/test_seven.py::test_half_is_rounded_down"
EXAMPLE = "tests/domain/catan/test_rulebook_examples.py::test_of_nine_cards_four_are_given_back"
TERMS = "domain/catan/terms.py"
FAR, NEAR = "tests/domain/catan/test_x.py::", "tests/domain/dice/test_x.py::d"
DEARER = (TERMS, "ROAD_COST: Final = (1, 1, 0, 0, 0)", "ROAD_COST: Final = (2, 1, 0, 0, 0)")


@cache
def planted(file: str, before: str, after: str) -> Mutant:
    """Return the mutant of a file that makes this change."""
    source = Source((ROOT / file).read_text())
    made = (mutant(Path(file), source, place) for place in source.places())
    return next(found for found in made if found and (found.before, found.after) == (before, after))


def reach(marked: list[str], others: list[str]) -> Reach:
    """Return a reach in which each test takes a second and depends on the lines that imports execute."""
    imported = {TERMS: list(range(1, 100))}
    seconds = dict.fromkeys([*marked, *others], 1.0)
    return Reach({"seconds": seconds, "marked": marked, "lines": {}, "imported": imported})


def test_a_marked_test_notices() -> None:
    row = examine(planted(*DEARER), reach([COST], [EXAMPLE]))
    assert (row["outcome"], row["how"], row["by"]) == (MARKED, "failed", COST)


def test_an_unmarked_test_of_the_domain_notices() -> None:
    row = examine(planted(*DEARER), reach([], [COST]))
    assert (row["outcome"], row["by"]) == (DOMAIN, COST)


def test_nobody_notices() -> None:
    row = examine(planted(*DEARER), reach([DISCARD], [EXAMPLE]))
    assert (row["outcome"], row["how"], row["by"]) == (SURVIVED, "", "")
    assert row["marked_tests"] == 1


def test_a_file_that_cannot_be_imported_is_noticed() -> None:
    broken = Mutant("", "domain/catan/chapters/longest_road.py", 1, 1, 1, "", "", "", "raise RuntimeError\n")
    assert run(broken, [COST], [], 1) == {"how": "import", "by": f"collecting {ROADS}"}


def test_a_rule_that_comes_to_no_end_is_stopped() -> None:
    text = (ROOT / TERMS).read_text()
    endless = Mutant("", TERMS, 1, 1, 1, "", "", "", text + "\nwhile True:\n    pass\n")
    assert run(endless, [COST], [], 0, least=2) == {"how": "timeout", "by": ""}


def test_the_rules_as_they_are_pass() -> None:
    assert run(None, [COST, ONE_PER_EDGE], ["-m", "rule"], 1) is None


def test_the_tests_of_a_statement_are_marked_and_execute_it() -> None:
    found = Reach(
        {
            "seconds": {FAR + "a": 3.0, FAR + "b": 1.0, FAR + "c": 0.5, NEAR: 0.1},
            "marked": [FAR + "a", FAR + "b", NEAR],
            "lines": {"domain/dice/turn.py": {"5": [FAR + "a"], "6": [FAR + "b", FAR + "c"], "9": [FAR + "c"]}},
            "imported": {"domain/dice/turn.py": [1, 2]},
        }
    )
    assert found.marked_tests("domain/dice/turn.py", 5, 6) == [FAR + "b", FAR + "a"]
    assert found.marked_tests("domain/dice/turn.py", 9, 9) == []
    assert found.marked_tests("domain/dice/turn.py", 2, 3) == [NEAR]
    assert found.other_tests("domain/dice/turn.py", 5, 6) == [FAR + "c"]
    assert found.other_tests("domain/dice/turn.py", 2, 3) == [FAR + "c", FAR + "b", FAR + "a"]


def test_chosen_tests_that_are_not_there_are_an_error() -> None:
    with pytest.raises(RuntimeError):
        run(None, [f"{ROADS}::test_that_is_not_there"], [], 1)
