"""Provides a server that receives webhooks, keeps each request, and answers as a test decides."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

from standardwebhooks import Webhook

Answer = Callable[[dict[str, Any]], tuple[int, Any]]


class Receiver:
    """Keeps the headers and the body of each request; `answer` decides the status and the body (or None) of its answer.

    With a `secret`, only a request with a good signature is answered.
    """

    def __init__(self, port: int) -> None:
        self.url = f"http://127.0.0.1:{port}/told"
        self.told: list[tuple[dict[str, str], bytes]] = []
        self.answer: Answer = lambda message: (204, None)
        self.secret = ""

    def messages(self) -> list[dict[str, Any]]:
        """Return the bodies of all requests."""
        return [json.loads(body) for _, body in self.told]

    def verified(self, secret: str) -> list[Any]:
        """Return the bodies of all requests, after checking the signature of each."""
        return [Webhook(secret).verify(body, headers) for headers, body in self.told]


@contextmanager
def receiving() -> Iterator[Receiver]:
    """Yield a receiver on a port of its own."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            receiver.told.append((dict(self.headers), body))
            if receiver.secret:
                Webhook(receiver.secret).verify(body, dict(self.headers))
            status, answer = receiver.answer(json.loads(body))
            text = b"" if answer is None else answer if isinstance(answer, bytes) else json.dumps(answer).encode()
            self.send_response(status)
            self.send_header("Content-Length", str(len(text)))
            if 300 <= status < 400:
                self.send_header("Location", receiver.url + "/elsewhere")
            self.end_headers()
            self.wfile.write(text)

        def log_message(self, *args: Any) -> None:
            """Log nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    receiver = Receiver(server.server_port)
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    yield receiver
    server.shutdown()
    server.server_close()
