"""Writes all code of the page of the Python SDK as one program: `python -m tests.openapi.sdks.page FILE`."""

import re
import sys
from pathlib import Path

from tests.openapi.sdks.package import PYTHON


def snippets() -> str:
    """Return all code of the page."""
    return "\n".join(re.findall(r"^```python\n(.*?)^```", (PYTHON / "README.md").read_text(), re.DOTALL | re.MULTILINE))


if __name__ == "__main__":
    program = Path(sys.argv[1])
    program.parent.mkdir(parents=True, exist_ok=True)
    program.write_text(snippets())
