"""Finds the server to play on: one that answers, otherwise one of our own with a temporary data directory."""

import contextlib
import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator

from service.demo.client import Client, Surprise
from service.settings import read_settings
from service.supervisor.api_prestart import with_own_modules

START_S = 180
END_S = 60


@contextlib.contextmanager
def server(url: str | None) -> Iterator[str]:
    """Yield the URL of a server that is ready; `url` is the one to try first."""
    url = url or read_settings().local_url
    if is_ready(url):
        print(f"playing on {url}")
        yield url
        return
    with tempfile.TemporaryDirectory(prefix="longroad-demo-") as directory, _start(directory) as ours:
        print(f"nothing answers at {url}; playing on a server of our own at {ours}")
        yield ours


def is_ready(url: str) -> bool:
    """Return whether a Longroad with its stores answers there."""
    try:
        with urllib.request.urlopen(f"{url}/readyz", timeout=2):
            return bool(Client(url).get("/v1")["name"] == "longroad")
    except (OSError, ValueError, TypeError, KeyError, Surprise):
        return False


@contextlib.contextmanager
def _start(directory: str) -> Iterator[str]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    environment = {
        **with_own_modules(os.environ),
        "LONGROAD_HOST": "127.0.0.1",
        "LONGROAD_PORT": str(port),
        "LONGROAD_DATA_DIR": directory,
    }
    log = tempfile.TemporaryFile()  # noqa: SIM115  closed with the process
    process = subprocess.Popen((sys.executable, "-m", "service.supervisor"), env=environment, stderr=log)
    try:
        _await(process, url := f"http://127.0.0.1:{port}")
        yield url
    finally:
        process.terminate()
        process.wait(END_S)
        log.close()


def _await(process: "subprocess.Popen[bytes]", url: str) -> None:
    until = time.monotonic() + START_S
    while not is_ready(url):
        if process.poll() is not None or time.monotonic() > until:
            raise Surprise("the server does not start; `make run` says why")
        time.sleep(0.1)
