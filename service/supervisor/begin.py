"""The very first: the API's process is begun, then the supervisor imports what it needs itself."""

from collections.abc import Mapping

from service.settings import Settings
from service.supervisor.early import Early


def begin(settings: Settings, environment: Mapping[str, str]) -> int:
    """What `serve` does, with the API importing meanwhile."""
    early = Early("service.server_start")
    from service.supervisor.serve import serve

    return serve(settings, environment, early)
