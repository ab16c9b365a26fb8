"""Run the tests that are marked with a rule and print what they prove: `python -m tests.ledger [ARGUMENT ...]`.

The exit code is 0 however many rows are proven, and that of pytest when the run itself went wrong, above all when a
mark names an unknown rule.
"""

import sys

import pytest

from tests.ledger.outcomes import Outcomes, report

WENT_WRONG = (pytest.ExitCode.USAGE_ERROR, pytest.ExitCode.INTERNAL_ERROR, pytest.ExitCode.INTERRUPTED)


def main(arguments: list[str]) -> int:
    """Test and report; the number to exit with."""
    outcomes = Outcomes()
    quiet = ["-q", "--tb=line", "--durations=1", "--continue-on-collection-errors"]
    code = pytest.main([*quiet, "-m", "rule", *arguments], plugins=[outcomes])
    if code in WENT_WRONG:
        return int(code)
    print("\n".join(report(outcomes)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
