"""Counts the answers, and keeps the faults that were found in them."""

from collections import Counter
from typing import Any, Final

from schemathesis import Case, Response

SHOWN: Final = 1500


class Findings:
    """Counts answers by operation and status, and keeps each kind of fault once for each operation."""

    def __init__(self) -> None:
        self.answers: Counter[tuple[str, int]] = Counter()
        self.faults: dict[tuple[str, str], str] = {}

    def count(self, case: Case, response: Response) -> None:
        """Count an answer."""
        self.answers[case.operation.label, response.status_code] += 1

    def note(self, case: Case, found: BaseException) -> None:
        """Keep what was wrong with an answer."""
        for fault in getattr(found, "exceptions", (found,)):
            kind = f"{type(fault).__name__} {getattr(fault, 'title', '')}".strip()
            said = str(getattr(fault, "message", fault))
            self.faults.setdefault((case.operation.label, kind), f"{said[:SHOWN]}\n{str(found)[-SHOWN:]}")

    @property
    def cases(self) -> int:
        """Return how many requests were answered."""
        return self.answers.total()

    @property
    def operations(self) -> set[str]:
        """Return the operations to which requests were sent."""
        return {label for label, _ in self.answers}

    @property
    def statuses(self) -> dict[int, int]:
        """Return how often each status was answered."""
        found: Counter[int] = Counter()
        for (_, status), count in self.answers.items():
            found[status] += count
        return dict(sorted(found.items()))

    def line(self) -> str:
        """Return all counts in one line."""
        statuses = ", ".join(f"{status}: {count}" for status, count in self.statuses.items())
        return (
            f"{self.cases} cases, {len(self.operations)} operations, statuses {{{statuses}}}, {len(self.faults)} faults"
        )

    def report(self) -> str:
        """Return every fault with the request that shows it."""
        return "\n\n".join(f"{label}: {kind}\n{text}" for (label, kind), text in self.faults.items())


def as_json(response: Response) -> Any:
    """Return the body of an answer if it is JSON, or None."""
    try:
        return response.json()
    except ValueError:
        return None
