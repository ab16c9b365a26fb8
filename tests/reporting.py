"""Lets the processes of pytest-xdist report less: of a test that passed quickly, only its call.

They send six messages for each test by themselves, which costs a millisecond of a core where a test takes a few.
"""

from collections.abc import Callable
from typing import Any, Final

import pytest

SILENT: Final = ("logstart", "logfinish")
SHOWN_S: Final = 0.5
"""The duration from which on `--durations` shows a setup or a teardown."""


def is_told(name: str, told: dict[str, Any]) -> bool:
    """Return whether a message of pytest-xdist, by its name and content, says something that pytest shows."""
    if name != "testreport":
        return name not in SILENT
    report = told["data"]
    return report["when"] == "call" or report["outcome"] != "passed" or report["duration"] >= SHOWN_S


@pytest.hookimpl
def pytest_sessionstart(session: pytest.Session) -> None:
    """Keep messages back in a process of pytest-xdist, unless a report in XML is wished for, which needs them all."""
    config = session.config
    if not hasattr(config, "workerinput") or config.getoption("xmlpath", None):
        return
    for plugin in config.pluginmanager.get_plugins():
        if type(plugin).__name__ == "WorkerInteractor":
            plugin.sendevent = _chosen(plugin.sendevent)


def _chosen(send: Callable[..., None]) -> Callable[..., None]:
    def send_what_is_told(name: str, **told: Any) -> None:
        if is_told(name, told):
            send(name, **told)

    return send_what_is_told
