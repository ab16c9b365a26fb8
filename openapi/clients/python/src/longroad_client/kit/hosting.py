"""Starts a server for the kit where none is named and Longroad itself is installed."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

READY_S: Final = 120.0
GOODBYE_S: Final = 30.0
LOOK_S: Final = 0.2


def sources() -> Path | None:
    """Return the directory from which the server can be run: its sources here, or where it is installed, or None."""
    here = Path.cwd()
    if (here / "service" / "cli" / "__init__.py").exists() and (here / "eventstore").is_dir():
        return here
    try:
        found = find_spec("service.cli")
    except ModuleNotFoundError:
        return None
    if found is None or found.origin is None or find_spec("eventstore") is None:
        return None
    return Path(found.origin).parents[2]


def _python(root: Path) -> str:
    """Return the interpreter of the environment that belongs to the sources, or this one."""
    own = root / ".venv" / "bin" / "python"
    return str(own) if own.exists() else sys.executable


@contextmanager
def own_server(root: Path) -> Iterator[str]:
    """Yield the address of a server that runs until the block ends; raises RuntimeError if it does not come up."""
    port = _free_port()
    with TemporaryDirectory(prefix="longroad-kit-") as place:
        settings = {
            "LONGROAD_PORT": str(port),
            "LONGROAD_DATA_DIR": place,
            "LONGROAD_DURABILITY": "everysec",
        }
        process = subprocess.Popen(
            [_python(root), "-m", "service.cli", "run"], cwd=root, env={**os.environ, **settings},
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
        )  # fmt: skip
        try:
            url = f"http://127.0.0.1:{port}"
            _await(process, url)
            yield url
        finally:
            _end(process)


def _await(process: subprocess.Popen[bytes], url: str) -> None:
    import httpx

    until = time.monotonic() + READY_S
    while process.poll() is None and time.monotonic() < until:
        try:
            if httpx.get(f"{url}/readyz").is_success:
                return
        except httpx.TransportError:
            pass
        time.sleep(LOOK_S)
    raise RuntimeError("the server of this machine does not come up: name another one with --url")


def _end(process: subprocess.Popen[bytes]) -> None:
    process.send_signal(signal.SIGTERM)
    try:
        process.wait(GOODBYE_S)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
