"""Begins the API's process first, where this host has one, then lets the supervisor import what it needs itself."""

from collections.abc import Mapping

from service.settings import Settings
from service.supervisor.compiled_rules import prefer_compiled
from service.supervisor.early import Early


def begin(settings: Settings, environment: Mapping[str, str]) -> int:
    """Begin the API's process, then serve; return the exit code of `serve`."""
    environment = prefer_compiled(settings, environment)
    early = Early("service.server.start", environment) if "api" in settings.role else None
    try:
        from service.supervisor.serve import serve

        return serve(settings, environment, early)
    finally:
        if early is not None:
            early.end()
