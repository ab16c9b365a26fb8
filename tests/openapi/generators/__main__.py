"""`python -m tests.openapi.generators [DOCUMENT...]` runs all generators on each document and prints tables.

The exit code is 1 unless every generator and compiler accepts the last document without complaint.
"""

import sys
from pathlib import Path

from tests.openapi.generators.makers import MAKERS
from tests.openapi.generators.outcomes import Outcome, outcome, table
from tests.openapi.generators.toolbox import CONTRACT, KEPT


def main(documents: list[Path]) -> int:
    """Print a table for each document with the complaints of the generators below it, and return the exit code."""
    clean = True
    for document in documents:
        rows = [outcome(maker, document, KEPT / document.stem / maker.place) for maker in MAKERS]
        print(f"\n{document.name}\n\n{table(rows)}\n")
        clean = not [row for row in rows if not _told(row)]
    return 0 if clean else 1


def _told(row: Outcome) -> bool:
    for line in [*row.errors, *row.warnings]:
        print(f"{row.name}: {line}")
    return row.is_clean


if __name__ == "__main__":
    sys.exit(main([Path(name).resolve() for name in sys.argv[1:]] or [CONTRACT]))
