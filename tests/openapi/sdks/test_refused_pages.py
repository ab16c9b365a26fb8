"""Tests that no program of the guide that listens hangs when a server refuses it, as one that is closed would."""

import re
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from tests.openapi.sdks.guide_pages import programs, reading, run

PATIENCE_S = 60
LISTENING = re.compile(r"HTTPServer|createServer|Thread\(|&$", re.MULTILINE)
"""Matches what goes on while the rest of a program ends."""
LISTENERS = [(page, language) for page, language in programs() if LISTENING.search(page.read_text())]
REFUSAL = b'{"type": "/problems/forbidden", "title": "Forbidden", "status": 403, "detail": "Not here.", "errors": []}'


class Closed(BaseHTTPRequestHandler):
    """Answers every request with a refusal."""

    def do_GET(self) -> None:
        """Refuse."""
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.send_response(403)
        self.send_header("Content-Type", "application/problem+json")
        self.send_header("Content-Length", str(len(REFUSAL)))
        self.end_headers()
        self.wfile.write(REFUSAL)

    do_POST = do_GET  # noqa: N815

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """Yield the environment of a reader whose server refuses everything."""
    with ThreadingHTTPServer(("127.0.0.1", 0), Closed) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield reading(tmp_path_factory.mktemp("bin"), f"http://127.0.0.1:{server.server_port}")
        server.shutdown()


@pytest.mark.parametrize(("page", "language"), LISTENERS, ids=lambda told: getattr(told, "stem", told))
def test_a_program_ends_when_it_is_refused(page: Path, language: str, reader: dict[str, str], tmp_path: Path) -> None:
    _, output = run(page, language, reader, tmp_path, PATIENCE_S)
    print(output)
