"""Opens the API's socket in the supervisor, so that clients wait while the API restarts."""

import ctypes
import errno
import os
import socket
import struct
from contextlib import suppress
from typing import Final

from service.settings import Settings

BACKLOG = 2048
SO_ATTACH_FILTER: Final = 26
FLAGS_AT: Final = 13  # the byte of a TCP header (RFC 9293, 3.1)
SYN, ACK = 0x02, 0x10
DROP_NEW: Final = b"".join(
    struct.pack("HBBI", *instruction)
    for instruction in (
        (0x30, 0, 0, FLAGS_AT),  # load the flags
        (0x54, 0, 0, SYN | ACK),
        (0x15, 0, 1, SYN),  # skip the next instruction unless SYN stands alone
        (0x06, 0, 0, 0),  # drop the packet
        (0x06, 0, 0, 0xFFFFFFFF),  # keep it whole
    )
)
"""A packet filter that drops the first packet of a handshake."""


class ListenError(Exception):
    """Reports that the address cannot be bound; the message is one line."""


def listen(settings: Settings) -> socket.socket:
    """Listen on LONGROAD_HOST and LONGROAD_PORT; raises ListenError if the address is taken or not this machine's."""
    listener = socket.socket(socket.AF_INET6 if ":" in settings.host else socket.AF_INET)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((settings.host, settings.port))
        listener.listen(BACKLOG)
    except OSError as error:
        listener.close()
        reason = f"cannot listen at {settings.host} port {settings.port}: {os.strerror(error.errno or 0)}"
        if error.errno == errno.EADDRINUSE:
            reason = f"port {settings.port} on {settings.host} is taken; set LONGROAD_PORT to another"
        raise ListenError(reason) from error
    return listener


def turn_away(listener: socket.socket) -> None:
    """Drop new connections to a socket; those begun can still be accepted, by every process that has the socket.

    Closing it at once would reset them. Later clients are refused as soon as it is closed. This works on Linux only.
    """
    code = ctypes.create_string_buffer(DROP_NEW, len(DROP_NEW))
    program = struct.pack("@HP", len(DROP_NEW) // 8, ctypes.addressof(code))
    with suppress(OSError):
        listener.setsockopt(socket.SOL_SOCKET, SO_ATTACH_FILTER, program)
