"""Reports, rule by rule, how the marked tests of a run ended."""

from collections import defaultdict
from collections.abc import Iterable

import pytest

from service.texts import rulebook

PROPERTY = "rule"


class Outcomes:
    """Represents a pytest plugin that remembers for every marked test whether it passed, and which rules it names."""

    def __init__(self) -> None:
        self.passed: dict[str, bool] = {}
        self.rules: dict[str, list[str]] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """A test passes when every phase of it does; skipping and expected failure prove nothing."""
        fine = report.passed and not hasattr(report, "wasxfail")
        self.passed[report.nodeid] = fine and self.passed.get(report.nodeid, True)
        self.rules[report.nodeid] = [str(value) for name, value in report.user_properties if name == PROPERTY]

    def proven(self) -> set[str]:
        """Return the rules with a passing test of their own, and no failing one."""
        return self._ids(True, own=True) - self._ids(False, own=False)

    def shared(self) -> set[str]:
        """Return the rules that only tests naming several rules at once prove."""
        return self._ids(True, own=False) - self._ids(False, own=False) - self.proven()

    def failed(self) -> set[str]:
        """Return the rules with a test that did not pass."""
        return self._ids(False, own=False)

    def marked(self) -> set[str]:
        """Return the rules with any test at all."""
        return {rule for rules in self.rules.values() for rule in rules}

    def _ids(self, passed: bool, own: bool) -> set[str]:
        tests = [test for test, outcome in self.passed.items() if outcome == passed]
        return {rule for test in tests if not own or len(self.rules[test]) == 1 for rule in self.rules[test]}


def report(outcomes: Outcomes) -> list[str]:
    """Return the lines to print: the counts of proven rows for every part of every ruleset, and the rows left."""
    lines = []
    for ruleset in rulebook.RULESETS:
        for part, rules in rulebook.parts(ruleset).items():
            ids = [rule.id for rule in rules]
            lines.append(f"{ruleset} {part}: {_count(ids, outcomes.proven())} / {len(ids)} proven")
            lines += _left(ids, outcomes)
    return lines


def _left(ids: list[str], outcomes: Outcomes) -> list[str]:
    if not any(rule in outcomes.marked() for rule in ids):
        return ["  no row has a test"]
    reasons: dict[str, str] = defaultdict(lambda: "no test")
    reasons |= dict.fromkeys(outcomes.shared(), "only by a test that it shares")
    reasons |= dict.fromkeys(outcomes.failed(), "a test of it fails or is skipped")
    return [f"  {rule}: {reasons[rule]}" for rule in ids if rule not in outcomes.proven()]


def _count(ids: Iterable[str], proven: set[str]) -> int:
    return sum(rule in proven for rule in ids)
