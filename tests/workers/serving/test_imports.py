"""Tests what the processes of the workers import: what serves HTTP is no part of them, for its size and its time."""

import subprocess
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[3]
PROGRAM: Final = """
import sys
import service.cli, service.supervisor.run, workers.run, workers.jobs, workers.sweep
print(*sys.modules)
"""
OF_THE_API: Final = {
    "flask",
    "flask_smorest",
    "gevent",
    "gunicorn",
    "jinja2",
    "prometheus_client",
    "webargs",
    "werkzeug",
}


def test_the_workers_import_nothing_that_serves_http() -> None:
    told = subprocess.run((sys.executable, "-c", PROGRAM), cwd=ROOT, capture_output=True, text=True, check=True)
    imported = {name.partition(".")[0] for name in told.stdout.split()}
    assert "marshmallow" in imported
    assert imported & OF_THE_API == set()
