"""Tests that the Makefile hands the settings of the environment on, since make exports what it assigns itself."""

import os
import re
import subprocess
from pathlib import Path

from service.settings import SETTINGS

ROOT = Path(__file__).parents[1]


def test_no_setting_has_the_name_of_a_variable_of_the_makefile() -> None:
    assigned = set(re.findall(r"^(?:export )?(\w+) *[?:]?=", (ROOT / "Makefile").read_text(), re.MULTILINE))
    assert assigned
    assert assigned.isdisjoint(name for setting in SETTINGS for name in (setting.variable, setting.old))


def test_make_hands_every_setting_of_the_environment_on() -> None:
    given = {name: "told" for setting in SETTINGS for name in (setting.variable, setting.old)}
    told = subprocess.run(
        ("make", "--silent", "--eval=told: ; @env", "told"),
        cwd=ROOT,
        env={**os.environ, **given},
        capture_output=True,
        text=True,
        check=True,
    )
    lines = told.stdout.splitlines()
    assert [name for name, value in given.items() if f"{name}={value}" not in lines] == []
