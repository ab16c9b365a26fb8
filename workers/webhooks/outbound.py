"""Sends a POST to the address that a target's name has just resolved to: no redirects, limited time and size."""

import http.client
import socket
import ssl
from collections.abc import Mapping
from functools import cache
from threading import Timer
from typing import Final

from service.webhooks.targets import Blocked, Target, resolve

CONNECT_S: Final = 5.0
WHOLE_S: Final = 15.0
LARGEST_ANSWER: Final = 64 * 1024


class Unreachable(Exception):
    """Reports that no answer came: the target does not answer, is too slow, or is not allowed."""


class _Plain(http.client.HTTPConnection):
    """Connects to a given address, whatever the name resolves to now."""

    def __init__(self, target: Target, address: str) -> None:
        super().__init__(target.host, target.port, timeout=CONNECT_S)
        self.address = address

    def connect(self) -> None:
        """Connect to the address."""
        self.sock = socket.create_connection((self.address, self.port), CONNECT_S)


class _Sealed(_Plain):
    """Connects to a given address with TLS; the certificate must be that of the name."""

    default_port = 443

    def connect(self) -> None:
        """Connect to the address, and verify the certificate."""
        super().connect()
        self.sock = _trust().wrap_socket(self.sock, server_hostname=self.host)


def post(target: Target, body: bytes, headers: Mapping[str, str], *, loopback: bool) -> tuple[int, bytes]:
    """Send a body; return status and body (at most 64 kB) of the answer. Raises Unreachable."""
    try:
        address = resolve(target, loopback=loopback)
    except Blocked:
        raise Unreachable("no address that may be reached") from None
    connection = (_Sealed if target.scheme == "https" else _Plain)(target, address)
    watch = Timer(WHOLE_S, _cut, (connection,))
    watch.daemon = True
    watch.start()
    try:
        connection.request("POST", target.path, body, dict(headers))
        answer = connection.getresponse()
        return answer.status, answer.read(LARGEST_ANSWER + 1)[:LARGEST_ANSWER]
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise Unreachable(type(error).__name__) from None
    finally:
        watch.cancel()
        connection.close()


def _cut(connection: http.client.HTTPConnection) -> None:
    """End a connection whose answer takes too long, so that its reader goes on."""
    connection.timeout = 0.1
    if connection.sock is not None:
        try:
            connection.sock.shutdown(socket.SHUT_RDWR)
        except OSError:
            return


@cache
def _trust() -> ssl.SSLContext:
    return ssl.create_default_context()
