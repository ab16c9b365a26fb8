"""Tests that the garbage collector no longer scans what the API loads at its start."""

import os
import subprocess
import sys

from tests.conftest import StorePair
from tests.service.http.live import ROOT, SOON_S

LOAD = """
import gc
from service.server.serving import ApiServer
from service.settings import read_settings
ApiServer(read_settings()).load()
print(gc.get_freeze_count(), len(gc.get_objects()))
"""


def test_what_is_loaded_at_the_start_is_set_aside(stores: StorePair) -> None:
    environment = {**os.environ, "LONGROAD_EVENTS_URL": stores.events_url, "LONGROAD_RQ_URL": stores.rq_url}
    done = subprocess.run(
        [sys.executable, "-c", LOAD],
        env=environment,
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=SOON_S,
        check=True,
    )
    frozen, others = map(int, done.stdout.split())
    assert frozen > 50_000
    assert others < frozen / 100
