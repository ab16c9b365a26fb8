"""Reads the page on environments: its text, and its pieces of Python."""

import re
from pathlib import Path

PAGE = (Path(__file__).parents[4] / "docs" / "environments.md").read_text(encoding="utf-8")
NAMED = dict(re.findall(r'^```python title="([\w.]+)"\n(.*?)^```', PAGE, re.DOTALL | re.MULTILINE))
"""Holds programs to save, by name."""
SNIPPETS = re.findall(r"^```python\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
