"""Measures which tests of the domain execute which lines, in one run of tests/domain under coverage, test by test.

Functions that remember their results are made to forget between tests, so that every test is seen to execute what it
depends on. Lines that run while modules are imported or tests collected belong to no test; every test nearby may depend
on them.
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from time import process_time
from typing import Any

import coverage
import pytest

from tests.mutants.child import function_of
from tests.mutants.scope import ROOT, is_near

TESTS = "tests/domain"


class Reach:
    """Holds the lines that every test executes, the tests that are marked with a rule, and the CPU seconds of each."""

    def __init__(self, found: dict[str, Any]) -> None:
        self.seconds: dict[str, float] = found["seconds"]
        self.marked: set[str] = set(found["marked"])
        self.lines: dict[str, dict[str, list[str]]] = found["lines"]
        self.imported: dict[str, list[int]] = found["imported"]

    def marked_tests(self, file: str, first: int, last: int) -> list[str]:
        """Return the marked tests that execute some of the lines of a statement, the quickest first."""
        if self.is_imported(file, first, last):
            return self._quickest({test for test in self.marked if is_near(test, file)})
        return self._quickest(self._executing(file, first, last) & self.marked)

    def other_tests(self, file: str, first: int, last: int) -> list[str]:
        """Return the other tests of the domain that could notice a change of a statement, the quickest first.

        A test cannot notice what it does not execute; on lines that imports execute, any test may depend.
        """
        told = set(self.marked_tests(file, first, last))
        could = set(self.seconds) if self.is_imported(file, first, last) else self._executing(file, first, last)
        return self._quickest(could - told)

    def is_imported(self, file: str, first: int, last: int) -> bool:
        """Return whether imports execute some of the lines of a statement."""
        return not set(range(first, last + 1)).isdisjoint(self.imported.get(file, ()))

    def _executing(self, file: str, first: int, last: int) -> set[str]:
        lines = self.lines.get(file, {})
        return {test for line in range(first, last + 1) for test in lines.get(str(line), ())}

    def expected(self, tests: list[str]) -> float:
        """Return how many seconds some tests took, with all parameters of their functions."""
        functions = {function_of(test) for test in tests}
        return sum(seconds for test, seconds in self.seconds.items() if function_of(test) in functions)

    def _quickest(self, tests: set[str]) -> list[str]:
        return sorted(tests, key=lambda test: (self.seconds[test], test))


class _Watch:
    """Represents a pytest plugin that gives coverage the name of the running test."""

    def __init__(self, watched: coverage.Coverage) -> None:
        self.watched = watched
        self.seconds: dict[str, float] = {}
        self.marked: set[str] = set()

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Record the lines, the CPU time and the mark of each test under its name."""
        forget()
        if item.get_closest_marker("rule"):
            self.marked.add(item.nodeid)
        start = process_time()
        self.watched.switch_context(item.nodeid)
        yield
        self.watched.switch_context("")
        self.seconds[item.nodeid] = round(process_time() - start, 4)


def forget() -> None:
    """Empty the memory of every function of the domain and of its tests that remembers results."""
    for name, module in list(sys.modules.items()):
        if name.startswith(("domain.", "tests.")):
            for value in list(vars(module).values()):
                if hasattr(value, "cache_clear"):
                    value.cache_clear()


def measure() -> dict[str, Any]:
    """Run the tests and return what they reach; a failing test is an error, because then no mutant can be judged."""
    watched = coverage.Coverage(data_file=None, source=[str(ROOT / "domain")], config_file=False)
    watch = _Watch(watched)
    watched.start()
    code = pytest.main(["-q", "--assert=plain", "-p", "no:cacheprovider", TESTS], plugins=[watch])
    watched.stop()
    if code != pytest.ExitCode.OK:
        raise SystemExit("the tests fail without any mutant")
    return {"seconds": watch.seconds, "marked": sorted(watch.marked), **_by_line(watched.get_data())}


def _by_line(data: coverage.CoverageData) -> dict[str, Any]:
    lines: dict[str, dict[str, list[str]]] = {}
    imported: dict[str, list[int]] = {}
    for path in data.measured_files():
        file = Path(path).relative_to(ROOT).as_posix()
        contexts = data.contexts_by_lineno(path)
        imported[file] = sorted(line for line, tests in contexts.items() if "" in tests)
        lines[file] = {str(line): sorted(tests) for line, tests in contexts.items() if "" not in tests}
    return {"lines": lines, "imported": imported}


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(json.dumps(measure()))
