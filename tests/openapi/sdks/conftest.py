"""Provides the Python SDK as a package that is installed, and servers for it, alone and behind a bad network.

Its generated modules are made before its tests are imported, once for each state of its sources.
"""

import fcntl
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import StorePair
from tests.openapi.sdks.guide_pages import ADMIN_KEY
from tests.openapi.sdks.package import PYTHON, ROOT, Installed, built_wheel, installed
from tests.service.http.live import Server, staffed, worker

LOCK = ROOT / "build" / "sdk-python.lock"

LOCK.parent.mkdir(exist_ok=True)
with LOCK.open("w") as held:
    fcntl.flock(held, fcntl.LOCK_EX)  # several processes of pytest come here at once
    subprocess.run([sys.executable, PYTHON / "generating" / "generate.py"], check=True, stdout=subprocess.DEVNULL)


@pytest.fixture(scope="package")
def sdk_server(stores: StorePair) -> Iterator[Server]:
    """Yield a server with workers for agents and jobs, and the sweep, which wakes agents that waited in vain."""
    settings = {"LONGROAD_WEBHOOKS": "loopback", "LONGROAD_ADMIN_KEY": ADMIN_KEY}
    with staffed(stores, **settings) as server, worker(stores, "sweep", **settings):
        yield server


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the wheel of the Python SDK."""
    return built_wheel(tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="session")
def sdk(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """Return an environment that holds nothing but the wheel and what it needs."""
    return installed(wheel, tmp_path_factory.mktemp("empty") / "env")
