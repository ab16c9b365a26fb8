"""Runs processes of two versions: after one another, as in an upgrade and its way back, and side by side on one log."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from tests.chaos.faults import Kind, Scene
from tests.chaos.house import House
from tests.chaos.parts import EVENTS, RQ
from tests.ports import free_port
from tests.service.http.live import ROOT, Server, await_ready
from tests.service.processes import PATIENCE_S

NEWER: Final = {"PYTHONPATH": f"{Path(__file__).parent / 'newer'}{os.pathsep}{ROOT}"}
BESIDE_S: Final = 6.0
TURNS_S: Final = 0.3


def upgrade(scene: Scene) -> None:
    """End the service, run a newer version for a while, and go back to this one."""
    for settings in (NEWER, {}):
        scene.house.end()
        scene.house.start_again(**settings)
        scene.house.await_whole()
        time.sleep(scene.rng.uniform(1.0, 3.0))


def side_by_side(scene: Scene) -> None:
    """Let a newer API work on the same log for a while, and lead the callers now to one and now to the other."""
    ours = scene.wire.upstream
    with newer_api(scene.house) as theirs:
        until = time.monotonic() + BESIDE_S
        while time.monotonic() < until:
            scene.wire.upstream = scene.rng.choice((ours, theirs))
            scene.wire.cut()
            time.sleep(TURNS_S)
        scene.wire.upstream = ours
        scene.wire.cut()


@contextmanager
def newer_api(house: House) -> Iterator[int]:
    """Start an API of a newer version on the stores of a house and yield its port."""
    urls = {f"{store.upper()}_URL": house.url(store) for store in (EVENTS, RQ)}
    port = free_port()
    environment = {**os.environ, **urls, **house.settings, **NEWER, "LONGROAD_PORT": str(port)}
    process = subprocess.Popen((sys.executable, "-m", "service.server.start"), env=environment, cwd=ROOT)
    try:
        await_ready(Server(process, port))
        yield port
    finally:
        process.terminate()
        process.wait(PATIENCE_S)


VERSIONS: Final = (
    Kind("upgrade and go back", "versions", upgrade),
    Kind("two versions side by side", "versions", side_by_side),
)
