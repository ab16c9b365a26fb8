"""Runs the command `longroad` in a process of its own."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]
SCRIPT = "import sys; from service.cli import main; sys.exit(main())"  # does what an installed script does


def longroad(*arguments: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    """Run the command in a process of its own, which must end by itself."""
    return subprocess.run(
        (sys.executable, "-c", SCRIPT, *arguments),
        env={**os.environ, **environment},
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=300,
    )
