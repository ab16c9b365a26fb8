"""Tests that compiled rules lie where nobody else may write, are proven before they are used, and are tried once."""

import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from domain.core.messages import Message
from service.catalog import RULESETS
from service.compiling.__main__ import GENTLY, LOWEST_PRIORITY
from service.compiling.identity import SUFFIX, fingerprint
from service.compiling.place import TRIES, Place
from service.compiling.proving import GAMES, play_again, play_at_random, prove
from service.compiling.state import Compiling
from service.compiling.tools import NO_C_COMPILER, missing_tool
from service.settings import Settings, read_settings
from tests.golden.files import RECORDS
from tests.service.processes import PATIENCE_S, wait_for

ROOT = Path(__file__).parents[3]


def settings_in(data_dir: Path, compiling: str = "auto") -> Settings:
    return read_settings({"LONGROAD_DATA_DIR": str(data_dir), "LONGROAD_COMPILE": compiling})


def tiny_rules(folder: Path, text: str = "def half(number: int) -> int:\n    return number // 2\n") -> Path:
    """Return a package named like the rules that compiles in no time and knows no game."""
    rules = folder / "domain"
    rules.mkdir(parents=True)
    (rules / "__init__.py").write_text('"""Holds no rules."""\n')
    (rules / "tiny.py").write_text(text)
    return rules


COMPILING = (sys.executable, "-m", "service.compiling")


def environment_for(data_dir: Path, rules: Path) -> dict[str, str]:
    path = os.pathsep.join((str(rules.parent), str(ROOT)))
    ours = {"PYTHONPATH": path, "PYTHONSAFEPATH": "1", "LONGROAD_DATA_DIR": str(data_dir), "LONGROAD_COMPILE": "auto"}
    return {**os.environ, **ours}


def compile_for(data_dir: Path, rules: Path) -> "subprocess.CompletedProcess[str]":
    """Run the process that compiles in the background, and return what it did and said."""
    return subprocess.run(COMPILING, env=environment_for(data_dir, rules), capture_output=True, text=True, check=False)


def test_golden_games_are_played_again_with_the_same_results() -> None:
    assert play_again() == 20


def test_random_games_keep_the_laws_with_every_number_of_seats() -> None:
    assert [play_at_random(RULESETS[name]) for name in ("catan-dice", "elasund", "goofspiel")] == [4, 3, 4]


@pytest.mark.parametrize("name", ["InfluenceHalved", "CardStolen", "BidMade"])
def test_the_proof_hides_every_message_also_one_that_no_golden_game_has(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = Message.seen

    def fail(row: Message[Any], message: object, seat: int) -> object:
        if row.name == name:
            raise TypeError("tuple[int, int] object expected; got tuple[")
        return seen(row, message, seat)

    monkeypatch.setattr(Message, "seen", fail)
    with pytest.raises(TypeError):
        prove()


def test_the_games_that_prove_compiled_rules_are_golden_records() -> None:
    golden = {path.read_bytes() for path in RECORDS.rglob("*.gz")}
    assert all(path.read_bytes() in golden for path in GAMES.glob("*.gz"))


def test_what_is_compiled_is_known_by_its_sources(tmp_path: Path) -> None:
    rules, again = tiny_rules(tmp_path / "one"), tiny_rules(tmp_path / "two")
    assert fingerprint(rules) == fingerprint(again)

    (again / f"tiny{SUFFIX}").write_bytes(b"compiled")
    assert fingerprint(rules) == fingerprint(again)
    (again / "tiny.py").write_text("HALF = 2\n")
    assert fingerprint(rules) != fingerprint(again)


def test_rules_that_do_not_play_golden_games_are_not_used_and_not_tried_again(tmp_path: Path) -> None:
    rules = tiny_rules(tmp_path)
    place = Place(tmp_path / "data", fingerprint(rules))

    first = compile_for(tmp_path / "data", rules)
    assert (first.returncode, place.usable(), place.has_failed()) == (1, None, True), first.stderr
    assert "domain" in first.stderr  # the games found no rules there
    assert not list(place.root.glob("*.new"))

    assert (compile_for(tmp_path / "data", rules).stderr, place.usable()) == ("", None)


def test_a_try_that_was_killed_is_made_again_but_not_for_ever(tmp_path: Path) -> None:
    rules = tiny_rules(tmp_path)
    place = Place(tmp_path / "data", fingerprint(rules))
    killed = subprocess.Popen(COMPILING, env=environment_for(tmp_path / "data", rules), start_new_session=True)
    assert wait_for(place.tried.exists)
    os.killpg(killed.pid, signal.SIGKILL)
    killed.wait(PATIENCE_S)
    assert not place.has_failed()
    place.tried.write_text(str(TRIES - 1))
    assert "domain" in compile_for(tmp_path / "data", rules).stderr
    assert place.has_failed()
    place.tried.write_text(str(TRIES))
    assert compile_for(tmp_path / "data", rules).stderr == ""


def test_rules_that_mypy_refuses_are_said_to_have_failed(tmp_path: Path) -> None:
    rules = tiny_rules(tmp_path, "def half(number: int) -> int:\n    return str(number)\n")
    done = compile_for(tmp_path / "data", rules)
    assert done.returncode == 1
    assert "Incompatible return value" in done.stderr
    assert Place(tmp_path / "data", fingerprint(rules)).has_failed()


def test_a_process_that_is_stopped_before_it_holds_the_lock_leaves_the_others_mark(tmp_path: Path) -> None:
    rules = tiny_rules(tmp_path)
    place = Place(tmp_path / "data", fingerprint(rules))
    place.root.mkdir(parents=True)
    place.tried.touch()
    os.mkfifo(place.lock)  # to open it is to wait
    second = subprocess.Popen((*COMPILING, GENTLY), env=environment_for(tmp_path / "data", rules))
    assert wait_for(lambda: waits_at_lowest_priority(second.pid))
    second.terminate()
    assert second.wait(PATIENCE_S) != 0
    assert place.tried.exists()


def test_compiling_that_uses_too_much_cpu_time_is_tried_again(tmp_path: Path) -> None:
    rules = tiny_rules(tmp_path)
    place = Place(tmp_path / "data", fingerprint(rules))
    code = "import sys, service.compiling.__main__ as compiling; compiling.CPU_S = 1; sys.exit(compiling.main([]))"
    command = (sys.executable, "-c", code)
    given_up = subprocess.run(command, env=environment_for(tmp_path / "data", rules), capture_output=True, text=True)
    assert given_up.returncode == 1
    assert "given up until the next start" in given_up.stderr
    assert (place.tries(), place.has_failed(), list(place.root.glob("*.new"))) == (0, False, [])


def waits_at_lowest_priority(pid: int) -> bool:
    """Return whether a process has given up its priority, which it does before anything else, and sleeps."""
    state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    return (state, os.getpriority(os.PRIO_PROCESS, pid)) == ("S", LOWEST_PRIORITY)


@pytest.fixture
def ready(tmp_path: Path) -> Compiling:
    """Return the compiling of a data directory in which rules lie as if compiled and proven."""
    compiling = Compiling(settings_in(tmp_path))
    place = compiling.place
    place.root.mkdir(parents=True, mode=0o700)
    shutil.copytree(compiling.directory, place.rules / "domain", ignore=shutil.ignore_patterns("__pycache__"))
    for folder in (place.rules, *(path for path in place.rules.rglob("*") if path.is_dir())):
        folder.chmod(0o700)
    return compiling


def test_proven_rules_are_ready_for_the_next_start(ready: Compiling, tmp_path: Path) -> None:
    assert (ready.state(), ready.usable(), ready.is_due()) == ("ready", ready.place.rules, False)
    assert Compiling(settings_in(tmp_path, "off")).state() == "off"
    assert Compiling(settings_in(tmp_path, "off")).usable() is None


@pytest.mark.parametrize("folder", [".", "domain/core", "..", "../.."])
def test_rules_in_a_folder_that_others_may_write_are_not_loaded(ready: Compiling, folder: str) -> None:
    (ready.place.rules / folder).resolve().chmod(0o770)
    assert ready.usable() is None


def test_a_process_that_starts_imports_the_compiled_rules(ready: Compiling, tmp_path: Path) -> None:
    code = """
import json, os, sys
from service.settings import read_settings
from service.supervisor.compiled_rules import prefer_compiled
told = prefer_compiled(read_settings(), os.environ)
import domain.core.decider
print(json.dumps([domain.core.decider.__file__, told["PYTHONPATH"].split(os.pathsep)[0]]))
"""
    environment = {**os.environ, "LONGROAD_DATA_DIR": str(tmp_path), "LONGROAD_COMPILE": "auto"}
    done = subprocess.run((sys.executable, "-c", code), cwd=ROOT, env=environment, capture_output=True, check=True)
    imported, told = json.loads(done.stdout)
    assert Path(imported) == ready.place.rules / "domain" / "core" / "decider.py"
    assert Path(told) == ready.place.rules


def test_without_a_c_compiler_nothing_is_compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert missing_tool() == NO_C_COMPILER
    assert Compiling(settings_in(tmp_path)).state() == NO_C_COMPILER
    assert not Compiling(settings_in(tmp_path)).is_due()


def test_rules_that_are_yet_to_be_compiled_are_pending(tmp_path: Path) -> None:
    assert (Compiling(settings_in(tmp_path)).state(), Compiling(settings_in(tmp_path)).is_due()) == ("pending", True)
