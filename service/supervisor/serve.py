"""Runs the supervisor, and reports in one line why a start fails."""

import os
from collections.abc import Callable, Mapping

from domain.core.errors import InvalidFile
from eventstore.embedded.server import StoreUnavailable
from service.catalog import RULESETS
from service.process import logs
from service.settings import Settings
from service.supervisor.api_prestart import PRIVATE, Early
from service.supervisor.listener import ListenError
from service.supervisor.run import StartError, Supervisor


def serve(
    settings: Settings, environment: Mapping[str, str], refuse: Callable[[str], None], early: Early | None = None
) -> int:
    """Run until stopped, then return 0; return 1 if the start fails, with the reason given to `refuse`.

    The children, too, read their settings from `environment`. `early` is the API's process, if already started.
    """
    os.umask(PRIVATE)
    logs.begin("supervisor", settings.log_format)
    try:
        _check_files()
        Supervisor(settings, environment, early).run()
    except (ListenError, StoreUnavailable, StartError, InvalidFile) as error:
        refuse(str(error))
        return 1
    return 0


def _check_files() -> None:
    """Raise InvalidFile if a file of a game on offer is invalid."""
    for ruleset in RULESETS.values():
        bad = ruleset.bad_file()
        if bad is not None:
            raise bad
