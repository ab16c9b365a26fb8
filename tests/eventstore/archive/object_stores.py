"""Runs a store that speaks S3 (the server of moto) and, before it, a proxy that slows, cuts, refuses and corrupts.

moto keeps objects in memory and checks no signatures, so it stands in for the protocol alone. The proxy does to the
bytes what a store or a network may do to them.
"""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import BufferedIOBase
from pathlib import Path
from threading import Thread
from typing import Final

import pytest

from eventstore.archive import s3
from tests.ports import free_port

BESIDE: Final = Path(__file__).parents[3] / "build" / "moto"
HAS_MOTO: Final = (BESIDE / "moto").is_dir()
BUCKET: Final = "longroad"
KEYS: Final = {"AWS_ACCESS_KEY_ID": "somebody", "AWS_SECRET_ACCESS_KEY": "something secret"}
START_S: Final = 60
PATIENT_S: Final = 60.0
"""Sets how long to wait for an answer that will come, however busy the machine is."""
HASTY_S: Final = 0.7
SLOW_S: Final = 2.0
"""Sets how long the proxy holds an answer back from a client that waits for `HASTY_S` only."""

DROP: Final = 1_024
"""Sets how many bytes the proxy sends at a time where it lets answers drip."""


@contextmanager
def moto() -> Iterator[int]:
    """Run moto's server with a bucket, and yield its port; skips the test where it is not installed."""
    port = port_for_moto()
    with running_moto(port):
        yield port


def port_for_moto() -> int:
    """Return a free port for moto's server; skips the test where that is not installed."""
    if not HAS_MOTO:
        pytest.skip("`make build/moto/stamp` installs what stands in for an object store")
    return free_port()


@contextmanager
def running_moto(port: int) -> Iterator["subprocess.Popen[bytes]"]:
    """Run moto's server at a port, with an empty bucket; kill it after the block."""
    server = subprocess.Popen(
        (sys.executable, "-m", "moto.server", "-H", "127.0.0.1", "-p", str(port)),
        env={**os.environ, "PYTHONPATH": str(BESIDE)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        _make_bucket(port)
        yield server
    finally:
        server.kill()
        server.wait()


def _make_bucket(port: int) -> None:
    """Wait until the server answers, and make the bucket there."""
    ends = time.monotonic() + START_S
    while True:
        try:
            asked = HTTPConnection("127.0.0.1", port, timeout=5)
            asked.request("PUT", f"/{BUCKET}", b"", {"Host": "127.0.0.1", "Content-Length": "0"})
            answer = asked.getresponse()
            assert answer.status == 200, answer.read()
        except OSError:
            assert time.monotonic() < ends, "moto does not start"
            time.sleep(0.1)
        else:
            return


@dataclass
class Faults:
    """Says what the proxy does to requests of a `method` with `name` in their paths; to all where these are empty."""

    delay_s: float = 0.0
    status: int = 0
    code: str = ""
    drip_s: float = 0.0
    cuts: bool = False
    flips: bool = False
    method: str = ""
    name: str = ""
    times: int = 1_000_000
    hits: int = 0
    seen: list[str] = field(default_factory=list)

    def concerns(self, method: str, path: str) -> bool:
        """Return whether a request is concerned, and count it then."""
        self.seen.append(f"{method} {path}")
        is_meant = self.method in ("", method) and self.name in path and self.hits < self.times
        self.hits += is_meant
        return is_meant

    def clear(self) -> None:
        """Cause no more faults."""
        self.__init__()  # type: ignore[misc]

    def note(self, method: str, path: str, body: bytes, headers: dict[str, str], status: int) -> None:
        """Take note of what the store answered; here nothing is noted."""


class Server(ThreadingHTTPServer):
    """Answers each request in a thread; as many may come at once as pages of lists make."""

    request_queue_size = 64
    daemon_threads = True


@contextmanager
def proxy(port: int, faults: Faults | None = None) -> Iterator[tuple[int, Faults]]:
    """Run a proxy before a store at a port; yield its own port, and its faults, which may be changed."""
    faults = Faults() if faults is None else faults

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *_: object) -> None:
            """Say nothing."""

        def pass_on(self) -> None:
            """Send the request on, unless it is to be refused, and change the answer if that is to be."""
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            is_faulty = faults.concerns(self.command, self.path)
            if is_faulty and faults.delay_s:
                time.sleep(faults.delay_s)
            if is_faulty and faults.status:
                return self.refuse()
            store = HTTPConnection("127.0.0.1", port, timeout=30)
            headers = {name: value for name, value in self.headers.items() if name.lower() != "connection"}
            store.request(self.command, self.path, body, headers)
            answer = store.getresponse()
            content = answer.read()
            faults.note(self.command, self.path, body, headers, answer.status)
            self.send_response(answer.status)
            for name, value in answer.headers.items():
                if name.lower() not in ("content-length", "connection", "transfer-encoding"):
                    self.send_header(name, value)
            self.send_header("Content-Length", answer.headers.get("Content-Length") or str(len(content)))
            self.send_header("Connection", "close")  # else a client may send its next request while this one ends
            self.end_headers()
            if is_faulty and faults.flips and content:
                middle = len(content) // 2
                content = content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1 :]
            with suppress(OSError):  # who asked may have gone
                send(self.wfile, content, faults if is_faulty else Faults())
            store.close()
            return None

        def refuse(self) -> None:
            """Answer as a store that refuses."""
            told = f"<Error><Code>{faults.code}</Code><Message>no</Message></Error>".encode()
            self.send_response(faults.status)
            self.send_header("Content-Type", "application/xml")
            self.send_header("Content-Length", str(len(told)))
            self.end_headers()
            self.wfile.write(told)

        do_GET = do_PUT = do_DELETE = do_HEAD = do_POST = pass_on  # noqa: N815

    server = Server(("127.0.0.1", 0), Handler)
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield server.server_address[1], faults
    finally:
        with suppress(OSError):
            server.shutdown()
            server.server_close()


def send(file: BufferedIOBase, content: bytes, faults: Faults) -> None:
    """Write an answer at once, or some bytes at a time, to its end or its middle."""
    end = len(content) // 2 if faults.cuts else len(content)
    size = DROP if faults.drip_s else max(end, 1)
    for at in range(0, end, size):
        time.sleep(faults.drip_s)
        file.write(content[at : min(at + size, end)])


def let_client_wait(patch: pytest.MonkeyPatch) -> None:
    """Give this process the keys of the store, and let it wait long for answers but not between its attempts."""
    for name, value in KEYS.items():
        patch.setenv(name, value)
    patch.setattr(s3, "ANSWER_S", PATIENT_S)
    patch.setattr(s3, "PAUSE_S", 0.0)
    patch.setattr(s3, "PROBE_S", 0.0)


def address(port: int, prefix: str = "games") -> str:
    """Return the address of an archive in the store at a port."""
    return f"s3://{BUCKET}/{prefix}?endpoint=http://127.0.0.1:{port}"
