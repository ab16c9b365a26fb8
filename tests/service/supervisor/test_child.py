"""Tests processes under the supervisor: they are started again when they die, and end with all that they forked."""

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from service.settings import read_settings
from service.supervisor.child import PAUSES, Child, Program
from service.supervisor.listener import ListenError, listen, turn_away
from tests.ports import free_port
from tests.service.processes import PATIENCE_S, below, is_alive, wait_for

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
SERVER = Program("server", "http.server", ("--bind", "127.0.0.1", "0"))
STILLBORN = Program("stillborn", "no_such_module")
PARENT = """
import sys, time
from service.supervisor.child import Child, Program
child = Child(Program("parent", "tests.service.supervisor.forks"), {}, None)
child.tend()
time.sleep(600)
"""


def test_a_child_runs_its_program_with_the_output_in_its_log(tmp_path: Path) -> None:
    child = Child(SERVER, {"PYTHONUNBUFFERED": "1"}, tmp_path / "server.log")
    child.tend()
    assert wait_for(lambda: "Serving HTTP" in (tmp_path / "server.log").read_text())
    child.kill()
    assert child.is_down()


def test_a_killed_child_is_started_again(tmp_path: Path) -> None:
    child = Child(SERVER, os.environ, tmp_path / "server.log")
    child.tend()
    first = child.pid
    assert first is not None
    os.kill(first, signal.SIGKILL)
    assert wait_for(lambda: child.tend() or child.pid not in (None, first))
    child.kill()


def test_a_child_that_keeps_dying_is_started_with_growing_pauses(tmp_path: Path) -> None:
    child = Child(STILLBORN, os.environ, tmp_path / "log")
    began = time.monotonic()
    assert wait_for(lambda: child.tend() or child.deaths == 3)
    assert time.monotonic() - began > PAUSES[0] + PAUSES[1]
    child.kill()


def test_an_ended_child_is_down_and_stays_down(tmp_path: Path) -> None:
    child = Child(SERVER, os.environ, tmp_path / "log")
    child.tend()
    child.stop()
    assert wait_for(child.is_down)
    child.kill()
    assert child.pid is None


def test_what_a_killed_child_forked_dies_with_it(tmp_path: Path) -> None:
    child = Child(Program("parent", "tests.service.supervisor.forks"), os.environ, tmp_path / "log")
    child.tend()
    assert child.pid is not None
    pid = child.pid
    assert wait_for(lambda: len(below(pid)) == 1)
    (forked,) = below(pid)
    os.kill(pid, signal.SIGKILL)
    assert wait_for(lambda: not is_alive(forked))
    child.kill()


def test_nothing_outlives_a_killed_supervisor() -> None:
    parent = subprocess.Popen((sys.executable, "-c", PARENT), env=os.environ)
    assert wait_for(lambda: len(below(parent.pid)) == 2)
    family = below(parent.pid)
    parent.kill()
    parent.wait()
    assert wait_for(lambda: not any(is_alive(pid) for pid in family))


def test_a_taken_port_is_refused_by_number() -> None:
    port = free_port()
    settings = read_settings({"LONGROAD_PORT": str(port)})
    with listen(settings), pytest.raises(ListenError, match=f"^port {port} on 127.0.0.1 is taken"):
        listen(settings)


def test_an_address_of_another_machine_is_refused() -> None:
    with pytest.raises(ListenError, match=r"^cannot listen at 192\.0\.2\.1 port 8000"):
        listen(read_settings({"LONGROAD_HOST": "192.0.2.1"}))


def test_a_handshake_that_has_begun_is_finished_by_a_listener_that_turns_others_away() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_DEFER_ACCEPT, 5)  # its last step waits for the first bytes
        address = listener.getsockname()
        with socket.create_connection(address) as begun:
            turn_away(listener)
            with socket.socket() as late:
                late.settimeout(0.2)
                with pytest.raises(TimeoutError):
                    late.connect(address)
            begun.sendall(b"there")
            listener.settimeout(PATIENCE_S)
            accepted, _ = listener.accept()
            with accepted:
                begun.sendall(b" and later")
                begun.shutdown(socket.SHUT_WR)
                assert accepted.makefile("rb").read() == b"there and later"
