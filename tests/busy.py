"""`python -m tests.busy TIMES TESTS...`: each test so many times on a machine whose every core is busy otherwise.

A test that waits for events passes as often as it is run; one that counts on seconds shows here. Prints a line for each
run and, at the end or when interrupted, how often each test passed; the exit code is 1 when one did not always.
"""

import os
import signal
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

LOOP = f"import os\nwhile os.getppid() == {os.getpid()}: pass"


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


def outcomes(tests: list[str], report: Path) -> tuple[Counter[str], Counter[str]]:
    """One run: which tests passed and which did not, and why."""
    command = (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", f"--junit-xml={report}", *tests)
    said = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True).stdout
    passed: Counter[str] = Counter()
    failed: Counter[str] = Counter()
    for case in ElementTree.parse(report).iter("testcase"):
        name = f"{case.get('classname', '').replace('.', '/')}.py::{case.get('name')}"
        if case.find("failure") is not None or case.find("error") is not None:
            failed[name] += 1
        elif case.find("skipped") is None:
            passed[name] += 1
    if failed or not passed:
        print(said, flush=True)
    return passed, failed


def main(times: int, tests: list[str]) -> int:
    """Run the tests and tell how often each passed; 0 when all always did."""
    passed: Counter[str] = Counter()
    failed: Counter[str] = Counter()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with suppress(KeyboardInterrupt), busy_cores(), tempfile.TemporaryDirectory() as directory:
        for number in range(1, times + 1):
            good, bad = outcomes(tests, Path(directory) / "report.xml")
            passed += good
            failed += bad
            if not good and not bad:
                break  # no such tests
            print(f"run {number} of {times}: {sum(good.values())} passed, {sum(bad.values())} failed", flush=True)
    for name in sorted(passed | failed):
        print(f"{passed[name]:>4} of {passed[name] + failed[name]}  {name}")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), sys.argv[2:]))
