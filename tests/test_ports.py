"""Tests that no two processes get the same port, so that a server of one comes back though others start theirs."""

import subprocess
import sys
from typing import Final

from tests.ports import BLOCK, free_port

MANY: Final = 4 * BLOCK
CHOOSE: Final = f"from tests.ports import free_port; print(*(free_port() for _ in range({MANY})), flush=True); input()"


def test_no_port_is_given_twice_while_its_process_lives() -> None:
    command = (sys.executable, "-c", CHOOSE)
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout is not None
        theirs = {int(port) for port in other.stdout.readline().split()}
        ours = {free_port() for _ in range(MANY)}
        other.communicate("\n")
    assert len(ours) == len(theirs) == MANY
    assert ours.isdisjoint(theirs)
