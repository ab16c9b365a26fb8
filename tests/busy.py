"""`python -m tests.busy TIMES TESTS...`: each test so many times on a machine whose every core is busy otherwise.

A test that waits for events passes as often as it is run; one that counts on seconds shows here. Tells at the end how
often each test passed, also when interrupted; the exit code is 1 when one did not always.
"""

import os
import re
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

LOOP = f"import os\nwhile os.getppid() == {os.getpid()}: pass"
RUN = re.compile(r"-run\d+|run\d+-?")


class Again:
    """Represents a plugin of pytest that runs every test several times and counts how often each one passed."""

    def __init__(self, times: int) -> None:
        self.times = times
        self.begun: Counter[str] = Counter()
        self.failed: Counter[str] = Counter()

    @pytest.fixture
    def again(self, request: pytest.FixtureRequest) -> int:
        """Return the number of the run."""
        return int(request.param)

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        """Make a test of every run."""
        metafunc.fixturenames.append("again")
        ids = [f"run{number}" for number in range(self.times)]
        metafunc.parametrize("again", range(self.times), ids=ids, indirect=True)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Count a run, and once what went wrong in it."""
        name = RUN.sub("", report.nodeid).removesuffix("[]")
        self.begun[name] += (report.when == "setup") - report.skipped
        self.failed[name] += report.failed

    def tell(self) -> None:
        """Print how often each test passed."""
        for name, times in sorted(self.begun.items()):
            if times:
                print(f"{times - self.failed[name]:>4} of {times}  {name}")


@contextmanager
def busy_cores() -> Iterator[None]:
    """A process without end on every core; they end with this one, however it ends."""
    loops = [subprocess.Popen((sys.executable, "-c", LOOP)) for _ in range(os.cpu_count() or 1)]
    try:
        yield
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()


def main(times: int, tests: list[str]) -> int:
    """Run the tests and tell how often each passed; pytest's code, 0 when all always did."""
    signal.signal(signal.SIGINT, signal.default_int_handler)  # also where it was ignored, as in the background
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    again = Again(times)
    with busy_cores():
        code = pytest.main(["-q", "-p", "no:cacheprovider", "-p", "no:xdist", *tests], plugins=[again])
    again.tell()
    return int(code)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), sys.argv[2:]))
