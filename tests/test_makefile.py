"""Tests that the Makefile hands the settings of the environment on, since make exports what it assigns itself."""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from service.settings import SETTINGS

ROOT: Final = Path(__file__).parents[1]
NAMES: Final = {"new": [one.variable for one in SETTINGS], "old": [one.old for one in SETTINGS]}
ADMIN_KEY: Final = "a-key-of-an-administrator-1234"
VALUES: Final = {
    "ROLE": "api,ai,jobs,sweep",
    "HOST": "127.0.0.2",
    "PORT": "9001",
    "HOSTS": "play.example",
    "TRUSTED_PROXIES": "10.0.0.0/8",
    "BASE_PATH": "/longroad",
    "DATA_DIR": "/srv/data of longroad",
    "DURABILITY": "everysec",
    "STORE_PROMISES": "checked",
    "ARCHIVE": "/srv/archive",
    "ARCHIVE_OLDER": "/srv/older archive",
    "ARCHIVE_AFTER_DAYS": "5",
    "PACK_OLDER_LOGS": "on",
    "KEEP_FINISHED_DAYS": "9",
    "KEEP_FINISHED_DAYS_OF": "goofspiel=7",
    "LISTED_GAMES": "5000",
    "SCRUB_DAYS": "5",
    "MIN_FREE_MB": "5",
    "REDIS_URL": "redis://a.example",
    "EVENTS_URL": "redis+cluster://b.example:7000",
    "EVENTS_REPLICAS": "2",
    "RQ_URL": "redis://c.example",
    "API_PROCESSES": "3",
    "AI_WORKERS": "4",
    "JOB_WORKERS": "5",
    "CONNECTIONS_PER_ADDRESS": "6",
    "STREAMS_PER_ADDRESS": "7",
    "API_KEYS": "required",
    "ADMIN_KEY": ADMIN_KEY,
    "THINKING_MS": "50",
    "AI_GAMES_PER_CLIENT": "8",
    "AI_GAMES": "9",
    "WEBHOOKS": "loopback",
    "LOG": "stderr",
    "LOG_MB": "10",
    "LOG_FORMAT": "json",
    "ACCESS_LOG": "on",
}
"""Holds a value for each setting that it does not have by itself, by its old name."""
PROGRAM: Final = '#!/bin/sh\ncase "$*" in "-m service.cli run") exec {python} "$@" --check;; esac\n'
"""Stands in for Python: a server is not started, but says its settings; nothing else is done."""


@pytest.fixture
def environment(tmp_path: Path) -> Path:
    """Return the folder of an environment that make takes for one that it has made."""
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "python").write_text(PROGRAM.format(python=sys.executable))
    (tmp_path / "bin" / "python").chmod(0o700)
    (tmp_path / "run.stamp").touch()
    return tmp_path


@pytest.mark.parametrize("names", NAMES)
def test_make_run_takes_every_setting_of_the_environment(environment: Path, names: str) -> None:
    assert list(VALUES) == [setting.old for setting in SETTINGS]
    without = {name: text for name, text in os.environ.items() if not name.startswith(("LONGROAD_", "MAKE"))}
    given = dict(zip(NAMES[names], VALUES.values(), strict=True))
    # the guide is built beside the server by another make, which is left out
    command = ("make", "run", f"VENV={environment}", f"GUIDE={environment}/guide", "MAKE=true")
    told = subprocess.run(command, cwd=ROOT, env={**without, **given}, capture_output=True, text=True)
    assert told.returncode == 0, told.stderr
    shown = dict(line.split("=", 1) for line in told.stdout.splitlines())
    assert shown == dict(zip(NAMES["new"], VALUES.values(), strict=True)) | {"LONGROAD_ADMIN_KEY": "***"}


def test_tests_go_on_where_the_stand_in_for_an_object_store_cannot_be_fetched(environment: Path) -> None:
    (environment / "requirements-moto.lock").touch()
    (environment / "bin" / "python").write_text("#!/bin/sh\nexit 1\n")
    command = ("make", "-f", ROOT / "Makefile", "-o", environment / "run.stamp", "build/moto/stamp")
    given = {name: text for name, text in os.environ.items() if not name.startswith("MAKE")}
    variables = (f"VENV={environment}", "UV=")
    told = subprocess.run((*command, *variables), cwd=environment, env=given, capture_output=True, text=True)
    assert told.returncode == 0, told.stderr
    assert "are skipped" in told.stdout
    assert list((environment / "build").iterdir()) == []


def test_no_setting_has_the_name_of_a_variable_of_the_makefile() -> None:
    assigned = set(re.findall(r"^(?:export )?(\w+) *[?:]?=", (ROOT / "Makefile").read_text(), re.MULTILINE))
    assert assigned
    assert assigned.isdisjoint(name for setting in SETTINGS for name in (setting.variable, setting.old))
