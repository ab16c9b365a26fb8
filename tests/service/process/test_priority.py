"""Tests that work which may wait gives way, also where Linux schedules each session as one."""

import subprocess
import sys

import pytest

from service.process.priority import SESSION

PROGRAM = """
import os
from service.process.priority import SESSION, give_way
give_way(7)
print(os.nice(0), SESSION.read_text())
"""


@pytest.mark.skipif(not SESSION.exists(), reason="the system does not schedule sessions")
@pytest.mark.parametrize(("is_leader", "of_session"), [(True, "nice 7"), (False, "nice 0")])
def test_a_process_lowers_itself_and_the_session_that_it_leads(is_leader: bool, of_session: str) -> None:
    """A process that leads no session shares one with others, whose priority is not its to change."""
    inner = [sys.executable, "-c", PROGRAM]
    outer = f"import subprocess; print(subprocess.check_output({inner!r}, text=True))"
    command = inner if is_leader else [sys.executable, "-c", outer]
    said = subprocess.check_output(command, text=True, start_new_session=True).split(maxsplit=1)
    assert (said[0], said[1].strip().endswith(of_session)) == ("7", True)
