"""Tests that a fork which is asked to end at its very beginning ends, and does not ask its parent's handlers."""

import subprocess
import sys
from pathlib import Path

import pytest

STRUCK = """
import os, signal, sys, time
os.register_at_fork(after_in_child=lambda: os.kill(os.getpid(), signal.SIGTERM))
"""
POOL = """
from workers.serving.pool import Pool

def serve():
    open(sys.argv[1], "w").close()
    time.sleep(60)

Pool(1, lambda row: serve(), lambda alive: os.kill(os.getpid(), signal.SIGTERM)).run()
"""
SUPERVISOR = """
from service.supervisor.child import fork

signal.signal(signal.SIGTERM, lambda *_: None)
forked = fork("tests.service.process.served", sys.argv[1:], os.environ, None)
sys.exit(forked.wait(60) + signal.SIGTERM)
"""


@pytest.mark.parametrize("forking", [POOL, SUPERVISOR], ids=["pool", "supervisor"])
def test_a_signal_before_the_first_line_of_a_fork_ends_it(forking: str, tmp_path: Path) -> None:
    served = tmp_path / "served"
    done = subprocess.run((sys.executable, "-c", STRUCK + forking, served), capture_output=True, text=True, timeout=90)
    assert (done.returncode, done.stderr) == (0, "")
    assert not served.exists()
