"""Opens the API's socket in the supervisor, so that clients wait while the API restarts."""

import errno
import os
import socket

from service.settings import Settings

BACKLOG = 2048


class ListenError(Exception):
    """Reports that the address cannot be bound; the message is one line."""


def listen(settings: Settings) -> socket.socket:
    """Listen on HOST and PORT; raises ListenError if the address is taken or not this machine's."""
    listener = socket.socket(socket.AF_INET6 if ":" in settings.host else socket.AF_INET)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((settings.host, settings.port))
        listener.listen(BACKLOG)
    except OSError as error:
        listener.close()
        raise ListenError(_reason(settings, error)) from error
    return listener


def _reason(settings: Settings, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"port {settings.port} on {settings.host} is taken; set PORT to another"
    return f"cannot listen at {settings.host} port {settings.port}: {os.strerror(error.errno or 0)}"
