"""Tests that `longroad` is one program: the same commands from either package, and problems as JSON from each."""

import ast
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import click
import httpx
import longroad_client.command as clients
import pytest
from click.testing import CliRunner
from longroad_client.command.absent import NAMES
from longroad_client.command.connection import Polite
from longroad_client.errors import SeatGone, Unreachable
from longroad_client.fairness import Unfair
from longroad_client.program import Program, run

import service.cli as servers
from tests.service.cli.command import ROOT

PROGRAMS = {"client": clients.commands, "server": servers.commands}
SDK = Path(clients.__file__).parents[1]
NOWHERE = "http://127.0.0.1:9"


def ran(program: Program, *words: str, said: str = "") -> tuple[int, str, str]:
    """Run a program, and return its code and what it wrote on both outputs."""
    with CliRunner().isolation(input=said) as (out, err, _):
        code = run(program, words)
        sys.stdout.flush()
        sys.stderr.flush()
    return code, out.getvalue().decode(), err.getvalue().decode()


def lines_of(command: click.Command, *above: str) -> Iterator[tuple[str, ...]]:
    """Yield the words of a command, or of all below it."""
    words = (*above, str(command.name))
    if isinstance(command, click.Group):
        for each in command.commands.values():
            yield from lines_of(each, *words)
    else:
        yield words


def every_line() -> list[tuple[str, ...]]:
    """Return the words of every command of the server's program, which has all."""
    program = PROGRAMS["server"]
    with click.Context(program) as context:
        commands = [program.get_command(context, name) for name in program.list_commands(context)]
    return [words for command in commands if command for words in lines_of(command)]


def test_both_packages_have_the_same_commands() -> None:
    names = [{*program.list_commands(click.Context(program))} for program in PROGRAMS.values()]
    assert names[0] == names[1]
    assert {*NAMES} == {command.name for command in servers.COMMANDS}


@pytest.mark.parametrize("name", NAMES)
def test_a_command_of_the_server_says_what_to_install(name: str) -> None:
    said = f"{name} belongs to the server, the package longroad, which is not here: "
    for rest in ([], ["--help"], ["--port", "x", "--", "y"]):
        code, out, err = ran(PROGRAMS["client"], name, *rest)
        assert (code, out) == (2, "")
        assert err.startswith(f"longroad: {said}")
        assert len(err.splitlines()) == 1
    assert problem_of(ran(PROGRAMS["client"], name, "--json"))["detail"].startswith(said)


def problem_of(done: tuple[int, str, str]) -> dict[str, Any]:
    """Return the problem that is all that a command wrote."""
    code, out, err = done
    assert (code > 0, out) == (True, "")
    told: dict[str, Any] = json.loads(err)
    assert {"type", "title", "status", "detail"} <= told.keys()
    return told


@pytest.mark.parametrize("words", every_line(), ids=" ".join)
def test_every_command_takes_json_and_refuses_with_a_problem(words: tuple[str, ...]) -> None:
    told = ran(PROGRAMS["server"], *words, "--help")
    assert (told[0], "--json" in told[1]) == (0, True)
    told = ran(PROGRAMS["server"], *words, "--json", "--no-such-option")
    assert told[0] == 2
    assert "--no-such-option" in problem_of(told)["detail"]


def test_json_behind_two_dashes_is_for_another_program() -> None:
    code, out, err = ran(PROGRAMS["client"], "kit", "--", "no-such-program", "--json")
    assert (code, out, err) == (2, "", "longroad: no such program: no-such-program\n")


@pytest.mark.parametrize("command", [["watch", "x"], ["kit", "sh"], ["play"]], ids=lambda words: words[0])
def test_only_who_has_a_server_is_told_to_start_one(command: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("longroad_client.command.connection.FIRST_S", 0.0)
    words = [*command[:1], "--url", NOWHERE, *command[1:]]
    told = {name: ran(program, *words) for name, program in PROGRAMS.items()}
    assert [each[0] for each in told.values()] == [3, 3]
    assert "`longroad run`" in told["server"][2]
    assert "`longroad" not in told["client"][2]
    document = problem_of(ran(PROGRAMS["client"], *words[:1], "--json", *words[1:]))
    assert (document["type"], document["status"]) == ("urn:longroad:no-server", 503)


def failing(error: Exception) -> Polite:
    """Return a command that raises an exception."""

    def fail() -> None:
        raise error

    return Polite("fail", callback=fail)


@pytest.mark.parametrize(
    "error",
    [
        SeatGone("the seat was left"),
        Unreachable(NOWHERE, httpx.ReadTimeout("late")),
        Unfair("shape", 0, "no finished game"),
        httpx.ConnectError("refused"),
        httpx.InvalidURL("no address"),
        ModuleNotFoundError("no rich", name="rich"),
        ModuleNotFoundError("no types", name="longroad_client.types"),
    ],
    ids=lambda error: type(error).__name__,
)
def test_an_expected_exception_ends_a_command_with_a_line(error: Exception) -> None:
    with pytest.raises(click.ClickException) as raised:
        failing(error).main([], standalone_mode=False)
    assert raised.value.__cause__ is error
    assert "\n" not in raised.value.format_message()


@pytest.mark.parametrize("error", [ValueError("a bug"), KeyError("a bug"), ModuleNotFoundError("a bug", name="other")])
def test_an_unexpected_exception_of_a_command_stays_as_it_is(error: Exception) -> None:
    with pytest.raises(type(error)) as raised:
        failing(error).main([], standalone_mode=False)
    assert raised.value is error


def test_a_server_that_is_to_write_json_has_its_log_in_json(tmp_path: Path) -> None:
    code, out, _ = ran(PROGRAMS["server"], "run", "--check", "--json", "--data-dir", str(tmp_path))
    told = json.loads(out)
    assert (code, told["LONGROAD_LOG_FORMAT"], told["LONGROAD_DATA_DIR"]) == (0, "json", str(tmp_path))


def test_a_demonstration_writes_its_lines_as_json(monkeypatch: pytest.MonkeyPatch) -> None:
    def play_on(url: str, options: str) -> None:
        print("playing on", url)
        print("over", end="\n")
        raise ValueError("so it is\nover")

    monkeypatch.setattr("service.demo.__main__.play_on", play_on)
    code, out, err = ran(PROGRAMS["server"], "demo", "--json", "--url", NOWHERE)
    assert [json.loads(line)["line"] for line in out.splitlines()] == [f"playing on {NOWHERE}", "over"]
    assert (code, json.loads(err)["detail"]) == (1, "demo: so it is")


def test_a_start_that_fails_is_a_problem(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def begin(settings: object, environment: object, refuse: Callable[[str], None]) -> None:
        refuse("port 8000 on 127.0.0.1 is taken")

    monkeypatch.setattr("service.supervisor.begin.begin", begin)
    document = problem_of(ran(PROGRAMS["server"], "run", "--json", "--data-dir", str(tmp_path)))
    assert (document["type"], document["detail"]) == ("urn:longroad:failed", "port 8000 on 127.0.0.1 is taken")


@pytest.mark.parametrize(
    ("text", "code", "said"),
    [
        ("{}", 1, "it does not hold: shape: this is no record: it has no member 'record'"),
        (
            '{"record": 1, "status": "finished"}',
            1,
            "it does not hold: shape: this is no record: it has no member 'versions'",
        ),
        ("[]", 2, "-: a record is a JSON object"),
        ("1\n2\n", 2, "-: a record is a JSON object"),
        ("", 2, "-: it is empty"),
        ("{", 2, "-: this is no JSON: Expecting property name enclosed in double quotes: line 1 column 2 (char 1)"),
    ],
)
def test_what_is_no_record_is_said(text: str, code: int, said: str) -> None:
    assert ran(PROGRAMS["client"], "verify", "-", said=text) == (code, "", f"longroad: {said}\n")
    told = ran(PROGRAMS["client"], "verify", "-", "--json", said=text)
    assert (told[0], problem_of(told)["detail"]) == (code, said)


def test_no_text_of_the_client_names_a_command_that_it_lacks() -> None:
    named = [
        (path.name, name)
        for path in SDK.rglob("*.py")
        if path.name != "absent.py"
        for text in texts(path)
        for name in NAMES
        if f"longroad {name}" in text
    ]
    assert named == []


PAGES = (*sorted((ROOT / "docs" / "guide").glob("*.md")), ROOT / "docs" / "kit.md", SDK.parents[1] / "README.md")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_for_clients_says_where_the_commands_of_a_host_are(page: Path) -> None:
    text = page.read_text()
    named = [name for name in NAMES if f"longroad {name}" in text]
    assert not named or "package\nof the server" in text or "package of the server" in text


def texts(path: Path) -> Iterator[str]:
    """Yield every text in a file of Python, those that explain it among them."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def test_the_server_brings_the_client_of_its_own_sources() -> None:
    assert servers.command.SDK == ROOT / "openapi" / "clients" / "python" / "src"
    assert servers.sdk_module("command").COMMANDS is clients.COMMANDS
