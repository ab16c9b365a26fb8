"""Notifies systemd that the start is over, or that the end has begun (sd_notify(3))."""

import os
import socket
from contextlib import suppress


def notify(state: str) -> None:
    """Send a state such as `READY=1` to the socket that NOTIFY_SOCKET names; do nothing if it is unset."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address:
        return
    with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sender:
        sender.sendto(state.encode(), "\0" + address[1:] if address.startswith("@") else address)
