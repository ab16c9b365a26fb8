"""`python -m tests.ledger [ARGUMENT ...]` runs the tests that are marked with a rule and prints what they prove.

The exit code is 0 however many rows are proven, and pytest's when the run itself went wrong, above all when a mark
names an unknown rule.
"""

import sys

import pytest

from tests.ledger.outcomes import Outcomes, report

WENT_WRONG = (pytest.ExitCode.USAGE_ERROR, pytest.ExitCode.INTERNAL_ERROR, pytest.ExitCode.INTERRUPTED)


def main(arguments: list[str]) -> int:
    """Run the tests, print the report, and return the exit code."""
    outcomes = Outcomes()
    quiet = ["-q", "--tb=line", "--durations=1", "--continue-on-collection-errors"]
    code = pytest.main([*quiet, "-m", "rule", *arguments], plugins=[outcomes])
    if code in WENT_WRONG:
        return int(code)
    print("\n".join(report(outcomes)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
