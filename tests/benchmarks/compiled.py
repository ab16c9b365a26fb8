"""Plays the same random games with the compiled rules, in a process of its own beside the peer."""

import subprocess
import sys
from pathlib import Path

from tests.compiled.build import ROOT, TARGET, build, compiled_first

GAMES = """
from tests.benchmarks import elasund, rules, steps

rules.random_games("catan_random_4p_games_compiled")
elasund.random_games("elasund_random_4p_games_compiled")
steps.run("_compiled")
"""


def run() -> None:
    """Compile the rules if a source is newer than they are, then play."""
    if is_stale():
        build()
    subprocess.run((sys.executable, "-c", GAMES), cwd=ROOT, env=compiled_first(), check=True)


def is_stale() -> bool:
    """Return whether the rules were never compiled, or a source is newer than what was compiled."""
    made = min((path.stat().st_mtime for path in TARGET.rglob("*.so")), default=0.0)
    return made < max(map(_changed, (ROOT / "domain").rglob("*.py")))


def _changed(path: Path) -> float:
    return path.stat().st_mtime
