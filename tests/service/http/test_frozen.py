"""Tests that the garbage collector scans nothing of what a process loads at its start, and runs afterwards."""

import os
import subprocess
import sys

import pytest

from tests.conftest import StorePair
from tests.service.http.live import ROOT, SOON_S

TELL = "print(gc.isenabled(), gc.get_freeze_count(), len(gc.get_objects()))"
LOAD = f"""
from service.server.serving import ApiServer
from service.settings import read_settings
ApiServer(read_settings()).load()
{TELL}
"""
START = f"""
import service.server.start
{TELL}
{LOAD}
"""
BEGIN = f"""
import os
from service.settings import read_settings
from service.supervisor import run
from service.supervisor.begin import begin

def serve(*_):
    {TELL}

run.serve = serve
begin(read_settings({{**os.environ, "LONGROAD_ROLE": "sweep"}}), {{}})
"""
WARM_UP = f"""
gc.disable()
import service.supervisor.run
from service.supervisor.child import warm_up
warm_up(("workers.run", "workers.jobs", "workers.sweep"))
{TELL}
"""


def run(code: str, stores: StorePair) -> list[tuple[bool, int, int]]:
    """Return whether the collector ran, and how many objects it left alone and scanned, each time that a code tells."""
    environment = {**os.environ, "LONGROAD_EVENTS_URL": stores.events_url, "LONGROAD_RQ_URL": stores.rq_url}
    done = subprocess.run(
        [sys.executable, "-c", f"import gc\n{code}"],
        env=environment,
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=SOON_S,
        check=True,
    )
    told = [line.split() for line in done.stdout.splitlines()]
    return [(runs == "True", int(frozen), int(others)) for runs, frozen, others in told]


@pytest.mark.parametrize("code", [LOAD, START, BEGIN, WARM_UP])
def test_what_is_loaded_at_the_start_is_set_aside(code: str, stores: StorePair) -> None:
    runs, frozen, others = run(code, stores)[-1]
    assert runs
    assert frozen > 50_000
    assert others < frozen / 100


def test_nothing_that_the_api_imports_is_scanned_when_its_application_is_made(stores: StorePair) -> None:
    [(runs, frozen, others), _] = run(START, stores)
    assert not runs
    assert others < frozen / 100
