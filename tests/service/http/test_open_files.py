"""Tests that the limit of open files is raised as far as the system allows, for many streams."""

import resource
import subprocess
import sys

import pytest

SCRIPT = """
import resource, sys
from service.http.connection_limits import allow_connections
soft, hard, wanted = map(int, sys.argv[1:])
resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
print(allow_connections(wanted), resource.getrlimit(resource.RLIMIT_NOFILE)[0])
"""


@pytest.mark.parametrize(
    ("soft", "hard", "room", "raised"),
    [(64, 500, 200, 296), (400, 500, 200, 400), (64, 196, 100, 196), (40, 40, 1, 40)],
    ids=["raised", "enough already", "as far as allowed", "hardly any"],
)
def test_the_limit_is_raised_for_the_connections_wanted(soft: int, hard: int, room: int, raised: int) -> None:
    assert resource.getrlimit(resource.RLIMIT_NOFILE)[1] >= hard
    command = (sys.executable, "-c", SCRIPT, str(soft), str(hard), "200")
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert said.split() == [str(room), str(raised)]
