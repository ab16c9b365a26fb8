"""Write `openapi.json` from the schemas: `python -m openapi.generate [--check]`.

With `--check` nothing is written, and the exit code is 1 when the file is stale.
"""

import json
import sys
from pathlib import Path
from typing import Final

from service.app import specification

PATH: Final = Path(__file__).parent / "openapi.json"


def rendered() -> str:
    """The contract as the file holds it."""
    return json.dumps(specification(), indent=1, ensure_ascii=False) + "\n"


def main(arguments: list[str]) -> int:
    """Write the file, or only judge it; the number to exit with."""
    fresh = rendered()
    if "--check" not in arguments:
        PATH.write_text(fresh, encoding="utf-8")
        return 0
    if PATH.is_file() and PATH.read_text(encoding="utf-8") == fresh:
        return 0
    sys.stderr.write("stale: openapi/openapi.json; python -m openapi.generate writes it anew\n")
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
