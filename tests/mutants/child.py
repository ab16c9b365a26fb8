"""`python -m tests.mutants.child JOB RESULT` runs some tests on one mutant in a process of its own.

The mutant's module is imported from the changed text instead of its file; nothing of the domain may be imported before.
"""

import json
import resource
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]  # that of `tests.mutants.scope`, which imports the domain
MOST_MEMORY = 4 << 30


class _Changed(SourceFileLoader):
    """Loads a module from a text instead of its file."""

    text = ""

    def get_code(self, fullname: str) -> CodeType:
        return compile(self.text, self.path, "exec", dont_inherit=True)


class Overlay(MetaPathFinder):
    """Finds one module in a changed text."""

    def __init__(self, file: str, text: str) -> None:
        parts = Path(file).with_suffix("").parts
        self.is_package = parts[-1] == "__init__"
        self.name = ".".join(parts[:-1] if self.is_package else parts)
        self.path = ROOT / file
        self.text = text

    def find_spec(self, fullname: str, path: Sequence[str] | None, target: Any = None) -> ModuleSpec | None:
        """Return the spec of the changed module, and None for any other."""
        if fullname != self.name:
            return None
        loader = _Changed(fullname, str(self.path))
        loader.text = self.text
        inside = [str(self.path.parent)] if self.is_package else None
        return spec_from_file_location(fullname, self.path, loader=loader, submodule_search_locations=inside)


class Chosen:
    """Represents a pytest plugin that runs the chosen tests in their order and remembers what failed first."""

    def __init__(self, tests: list[str] | None) -> None:
        self.places = None if tests is None else _places(tests)
        self.failed = ""
        self.ran = 0

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Keep the chosen functions with all their parameters, which a mutant may have renamed."""
        places = self.places
        if places is not None:
            items[:] = [item for item in items if function_of(item.nodeid) in places]
            items.sort(key=lambda item: places[function_of(item.nodeid)])

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Remember that a file of tests could not be collected."""
        if report.failed:
            self.failed = self.failed or f"collecting {report.nodeid}"

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Remember the first failure, and count the tests that ran."""
        self.ran += report.when == "call"
        if report.failed:
            self.failed = self.failed or report.nodeid


def _places(tests: list[str]) -> dict[str, int]:
    """Return the place at which each function comes first."""
    return {function_of(test): at for at, test in reversed(list(enumerate(tests)))}


def function_of(test: str) -> str:
    """Return the name of a test's function, without its parameters."""
    return test.split("[")[0]


def main(job: Path, result: Path) -> None:
    """Run the job, and write what failed first, if anything, and how many tests ran."""
    asked = json.loads(job.read_text())
    resource.setrlimit(resource.RLIMIT_CPU, (asked["cpu_seconds"], asked["cpu_seconds"] + 5))
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    if asked["file"]:
        sys.meta_path.insert(0, Overlay(asked["file"], asked["text"]))
    chosen = Chosen(asked["tests"])
    apart = ["-p", "no:cacheprovider", "-p", "no:tests.ledger.marks"]  # the latter imports the domain before any test
    code = pytest.main(["-q", "-x", "--tb=no", "--assert=plain", *apart, *asked["arguments"]], plugins=[chosen])
    result.write_text(json.dumps({"code": int(code), "failed": chosen.failed, "ran": chosen.ran}))


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
