"""`python -m tests.busy TIMES TESTS...` runs each test that many times on a machine with every core busy.

A test that waits for events passes as often as it is run; one that counts on seconds fails here. The program prints at
the end how often each test passed, even when it is interrupted; the exit code is 1 when a test failed.
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
    """Represents a pytest plugin that runs every test several times and counts how often each one passed."""

    def __init__(self, times: int) -> None:
        self.times = times
        self.begun: Counter[str] = Counter()
        self.failed: Counter[str] = Counter()

    @pytest.fixture
    def again(self, request: pytest.FixtureRequest) -> int:
        """Return the number of the run."""
        return int(request.param)

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        """Make each run of a test a test of its own."""
        metafunc.fixturenames.append("again")
        ids = [f"run{number}" for number in range(self.times)]
        metafunc.parametrize("again", range(self.times), ids=ids, indirect=True)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Count a run, and count each failure in it."""
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
    """Keep every core busy with a process until the block ends; the processes never outlive this one."""
    loops = [subprocess.Popen((sys.executable, "-c", LOOP)) for _ in range(os.cpu_count() or 1)]
    try:
        yield
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()


def main(times: int, tests: list[str]) -> int:
    """Run the tests, print how often each passed, and return pytest's code, which is 0 when all passed every time."""
    signal.signal(signal.SIGINT, signal.default_int_handler)  # also where it was ignored, as in the background
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    again = Again(times)
    with busy_cores():
        code = pytest.main(["-q", "-p", "no:cacheprovider", "-p", "no:xdist", *tests], plugins=[again])
    again.tell()
    return int(code)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), sys.argv[2:]))
