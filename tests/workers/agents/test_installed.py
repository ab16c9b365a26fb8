"""Tests agents of installed packages: found by entry points, held to their limits, replaced where they fail."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest

from workers.agents.installed import find_installed

CODE: Final = """
import time
from workers.agents import Agent


class First(Agent):
    def choose(self, ruleset, knowledge, actions, budget, rng):
        if not actions.must_act:
            return None
        return actions.commands[0] if actions.commands else actions.templates[0].sample(rng)


class Sleeper(Agent):
    def choose(self, ruleset, knowledge, actions, budget, rng):
        while True:
            time.sleep(1)


class Crasher(Agent):
    def choose(self, ruleset, knowledge, actions, budget, rng):
        raise SystemExit("I give up")


class Nonsense(Agent):
    def choose(self, ruleset, knowledge, actions, budget, rng):
        return "the best one"


class Stranger:
    pass
"""
GOOD: Final = 'rulesets = ["catan", "goofspiel"]\nseconds = 0.01\ntypical_ms = 0.1\nabout.en = "Takes the first."\n'
ASK: Final = """
import json, sys
import workers.limited_agents as limited
from domain.catan import CATAN
from workers.agents import play
from workers.agents.catalog import AGENTS, default_agent
limited.GRACE_S = 0.02
print(json.dumps({
    "installed": {entry.id: entry.package for entry in AGENTS if entry.package},
    "default": default_agent("catan"),
    "played": {name: play(CATAN, [name, "uniform", "uniform"], "packages", most_commands=int(most)).commands
               for name, most in (one.split("=") for one in sys.argv[1:])},
}))
"""


def install(folder: Path, points: dict[str, str], files: dict[str, str]) -> None:
    """Unpack a wheel of a package `bots`, as an installer does."""
    (folder / "bots").mkdir()
    (folder / "bots" / "__init__.py").touch()
    (folder / "bots" / "players.py").write_text(CODE)
    for name, text in files.items():
        (folder / "bots" / f"{name}.toml").write_text(text)
    about = folder / "club_bots-2.1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: club-bots\nVersion: 2.1\n")
    lines = [f"{name} = {value}" for name, value in points.items()]
    (about / "entry_points.txt").write_text("\n".join(["[longroad.agents]", *lines]) + "\n")


def ask(folder: Path, *play: str) -> tuple[dict[str, Any], str]:
    """Return what a new process says that has the package, and its warnings."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(folder), os.getcwd()])}
    done = subprocess.run(
        [sys.executable, "-c", ASK, *play], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout), done.stderr


def test_an_installed_agent_plays_by_its_id_and_a_bad_one_never_stops_the_game(tmp_path: Path) -> None:
    points = {name.lower(): f"bots.players:{name}" for name in ("First", "Sleeper", "Crasher", "Nonsense", "Stranger")}
    install(tmp_path, points, dict.fromkeys(points, GOOD))
    said, warnings = ask(tmp_path, "first=300", "sleeper=30", "crasher=60", "nonsense=60", "stranger=60")
    assert said["installed"] == dict.fromkeys(sorted(points), "club-bots 2.1")
    assert said["default"] == "planner"
    assert all(said["played"].values())
    for part in ("sleeper thought for more than", "crasher failed", "nonsense returned", "stranger cannot be loaded"):
        assert f"agent {part}" in warnings
    assert "agent first" not in warnings


@pytest.mark.parametrize(
    ("name", "value", "text", "reason"),
    [
        ("planner", "bots.players:First", GOOD, "another agent has this id"),
        ("Big", "bots.players:First", GOOD, "an id has small letters"),
        ("big", "bots.players", GOOD, "not of the form module:Class"),
        ("big", "json:JSONDecoder", "", "No such file"),
        ("big", "bots.players:First", "", "rulesets must list some of"),
        ("big", "bots.players:First", 'rulesets = ["chess"]', "rulesets must list some of"),
        ("big", "bots.players:First", GOOD.replace("0.01", "5.0"), "seconds must be more than 0 and less than 5"),
        ("big", "bots.players:First", GOOD + "colour = 1", "unknown members: colour"),
        ("big", "bots.players:First", GOOD + "level = 0", "level must be a whole number"),
        ("big", "bots.players:First", "rulesets = [", "left out"),
    ],
)
def test_an_entry_that_breaks_a_rule_is_left_out_with_a_reason(
    name: str, value: str, text: str, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: Any
) -> None:
    install(tmp_path, {name: value}, {name: text} if text else {name: "\n"} if value.startswith("bots") else {})
    monkeypatch.syspath_prepend(str(tmp_path))
    assert find_installed({"planner"}, ("*", "catan", "goofspiel")) == []
    assert reason in caplog.text


def test_no_more_than_twenty_are_offered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: Any) -> None:
    names = [f"bot{number:02}" for number in range(21)]
    install(tmp_path, dict.fromkeys(names, "bots.players:First"), dict.fromkeys(names, GOOD))
    monkeypatch.syspath_prepend(str(tmp_path))
    assert [one["id"] for one in find_installed((), ("catan", "goofspiel"))] == names[:20]
    assert "bot20" in caplog.text
