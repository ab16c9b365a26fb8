"""Runs the demo in a process of its own, and judges its output."""

import os
import subprocess
import sys

SHORT = '{"victory_points": 5}'
MILESTONES = ("dice rolled", "undone: version", "redone: version", " won: points", "looking back:", "branched at")


def demo(options: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    """Run the demo to its end."""
    return subprocess.run(
        (sys.executable, "-m", "service.demo", options),
        env={name: value for name, value in os.environ.items() if not name.endswith("URL")} | environment,
        capture_output=True,
        text=True,
        timeout=300,
    )


def is_told(told: str) -> bool:
    """Return whether the demo ran to its end and finished with the board."""
    places = [told.find(milestone) for milestone in (*MILESTONES, "digests verified", "seat 3 (orange):")]
    return -1 not in places and places == sorted(places)
