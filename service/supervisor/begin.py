"""Begins the API's process first, where this host has one, then lets the supervisor import what it needs itself."""

import sys
from collections.abc import Callable, Mapping

from service.process.own_modules import with_own_modules
from service.settings import Settings
from service.supervisor.api_prestart import Early


def write_refusal(reason: str) -> None:
    """Say in one line why the start fails."""
    sys.stderr.write(f"longroad: {reason}\n")


def begin(settings: Settings, environment: Mapping[str, str], refuse: Callable[[str], None] = write_refusal) -> int:
    """Begin the API's process, then serve; return the exit code of `serve`, which says why it fails by `refuse`."""
    environment = with_own_modules(environment)
    early = Early("service.server.start", environment) if "api" in settings.role else None
    try:
        from service.supervisor.serve import serve

        return serve(settings, environment, refuse, early)
    finally:
        if early is not None:
            early.end()
