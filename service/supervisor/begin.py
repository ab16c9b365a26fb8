"""Starts the API's process first, if this host has one; the supervisor imports its own modules meanwhile."""

import gc
import sys
from collections.abc import Callable, Mapping

from service.settings import Settings
from service.supervisor.api_prestart import WaitingProcess, with_own_modules


def write_refusal(reason: str) -> None:
    """Write to stderr, in one line, why the start fails."""
    sys.stderr.write(f"longroad: {reason}\n")


def begin(settings: Settings, environment: Mapping[str, str], refuse: Callable[[str], None] = write_refusal) -> int:
    """Start the API's process, then serve; return the exit code of `serve`, which reports a failure to `refuse`."""
    environment = with_own_modules(environment)
    early = WaitingProcess("service.server.start", environment) if "api" in settings.role else None
    try:
        gc.disable()  # what is imported stays, and each collection would scan all of it
        from service.supervisor.run import serve

        gc.freeze()
        gc.enable()  # the wait for a store makes garbage
        return serve(settings, environment, refuse, early)
    finally:
        if early is not None:
            early.end()
