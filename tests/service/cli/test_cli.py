"""Tests that the command `longroad` answers at once, refuses in one line what it cannot do, and serves."""

import os
import shutil
import subprocess
import sys
import tarfile
import tomllib
from pathlib import Path

import pytest

from service.cli import commands
from service.process.build import commit, version
from service.settings import SETTINGS, Setting, SettingsError, read_settings
from service.settings.reading import RETIRED
from tests.ports import free_port
from tests.service.cli.command import ROOT, SCRIPT, longroad
from tests.service.cli.packing import FILES, PACKAGES, build_sdist, build_wheel
from tests.service.processes import PATIENCE_S, RunningSupervisor, left_over

HEAVY = {"flask", "gevent", "gunicorn", "redis", "rq", "numpy", "PIL", "marshmallow", "cryptography"}
CLIENT = "openapi/clients/python/src/longroad_client"
SERVED = (
    *("/", "/docs", "/guide/", "/llms.txt", "/openapi.json", "/asyncapi.yaml", "/v1", "/v1/rules/catan.road.cost"),
    "/console/sdk/fairness.js",
)


def test_help_tells_every_command() -> None:
    told = longroad("--help")
    assert (told.returncode, told.stderr) == (0, "")
    assert told.stdout.startswith("Usage: longroad [OPTIONS] COMMAND")
    for name in commands.commands:
        assert f"\n  {name} " in told.stdout
        assert longroad(name, "--help").stdout.startswith(f"Usage: longroad {name} ")


def test_alone_it_helps_and_fails() -> None:
    told = longroad()
    assert (told.returncode, told.stdout) == (2, "")
    assert told.stderr == longroad("--help").stdout


def test_it_tells_its_version() -> None:
    told = longroad("--version")
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    assert (told.returncode, told.stderr) == (0, "")
    assert told.stdout.split(",")[0].strip() == f"longroad {version}"


@pytest.mark.parametrize(
    "arguments",
    [
        ["--help"],
        ["--version"],
        *([name, "--help"] for name in ("run", "demo", "backup", "restore", "archive", "scrub", "rebuild", "forget")),
        *(
            [name, "--help"]
            for name in (
                "clients",
                "games",
                "close",
                "delete-finished",
                "rename",
                "block",
                "acts",
                "usage",
                "accept-store",
                "accept-archive",
                "mcp",
                "dataset",
                "play",
            )
        ),
        ["archive"],
        ["accept-archive"],
        ["archive", "--archive-after-days", "x"],
        *(
            [*command, "--events-url", "x"]
            for command in (
                ["rebuild", "lobby"],
                ["forget", "--list"],
                ["scrub"],
                ["clients", "list"],
                ["games"],
                ["acts"],
                ["usage"],
                ["accept-store"],
            )
        ),
    ],
)
def test_it_answers_without_loading_the_service(arguments: list[str]) -> None:
    code = f"import sys; from service.cli import main; main({arguments}); print(*sys.modules)"
    told = subprocess.run((sys.executable, "-c", code), cwd=ROOT, capture_output=True, text=True, check=True)
    assert HEAVY & set(told.stdout.splitlines()[-1].split()) == set()


def test_every_setting_is_an_option_of_run_and_nothing_else_is() -> None:
    run = commands.commands["run"]
    assert [option.opts[0] for option in run.params] == [*(setting.option for setting in SETTINGS), "--check", "--json"]
    told = " ".join(longroad("run", "--help").stdout.split())
    for setting in SETTINGS:
        assert f"{setting.option} {setting.variable} {setting.meaning.replace('`', '')}" in told


def test_the_settings_in_force_are_printed_without_secrets() -> None:
    given = {
        "LONGROAD_ADMIN_KEY": "a-key-of-an-administrator-1234",
        "LONGROAD_EVENTS_URL": "redis://somebody:s3cret@127.0.0.1:1/0",
        "LONGROAD_RQ_URL": "redis://127.0.0.1:1/0?password=s3cret",
        "LONGROAD_PORT": "9001",
    }
    told = longroad("run", "--check", "--hosts", "play.example", **given)
    assert told.returncode == 0, told.stderr
    shown = dict(line.split("=", 1) for line in told.stdout.splitlines())
    assert list(shown) == [setting.variable for setting in SETTINGS]
    assert (shown["LONGROAD_PORT"], shown["LONGROAD_HOSTS"]) == ("9001", "play.example")
    assert shown["LONGROAD_EVENTS_URL"] == "redis://somebody:***@127.0.0.1:1/0"
    assert "s3cret" not in told.stdout
    assert "a-key" not in told.stdout


@pytest.mark.parametrize("name", ["goofpiel", "key-0123", "key-0123456789ABCDEF01"])
def test_days_for_what_is_no_ruleset_and_no_key_are_refused(name: str) -> None:
    told = longroad("run", "--check", LONGROAD_KEEP_FINISHED_DAYS_OF=f"catan=9,{name}=ever")
    assert told.returncode == 2
    [line] = told.stderr.splitlines()
    assert name in line
    named = "catan=9,key-0123456789abcdef01=ever,key-admin=7"
    assert longroad("run", "--check", LONGROAD_KEEP_FINISHED_DAYS_OF=named).returncode == 0


@pytest.mark.parametrize("place", ["s3:/games/longroad", "s3:games"])
def test_an_address_that_is_nearly_that_of_a_bucket_is_no_directory(place: str) -> None:
    told = longroad("run", "--check", LONGROAD_ARCHIVE=place)
    assert (told.returncode, told.stdout) == (2, "")
    assert "s3://BUCKET/PREFIX" in told.stderr


def test_an_old_name_is_read_with_a_warning() -> None:
    told = longroad("run", "--check", PORT="9001", ADMIN_KEY="a-key-of-an-administrator-1234")
    assert "LONGROAD_PORT=9001" in told.stdout.splitlines()
    assert [line.split(";")[0] for line in told.stderr.splitlines()] == [
        "longroad: PORT is now called LONGROAD_PORT",
        "longroad: ADMIN_KEY is now called LONGROAD_ADMIN_KEY",
    ]


@pytest.mark.parametrize("name", RETIRED)
def test_what_is_no_setting_any_more_is_ignored_with_a_warning(name: str) -> None:
    told = longroad("run", "--check", **{name: "off"})
    assert told.returncode == 0
    assert told.stderr.splitlines() == [f"longroad: {name} is no longer a setting: {RETIRED[name]}"]
    assert read_settings({name: "off"}) == read_settings({})


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.variable)
def test_a_misspelt_setting_ends_the_start(setting: Setting) -> None:
    name = setting.variable.replace("_", "__")
    with pytest.raises(SettingsError, match=f"^{name} is not a setting; the nearest is {setting.variable}$"):
        read_settings({name: "1"})


@pytest.mark.parametrize(
    ("arguments", "environment", "line"),
    [
        (["rnu"], {}, "No such command 'rnu'. Did you mean 'run'?"),
        (["run", "--post", "1"], {}, "No such option '--post'. (Did you mean one of: '--host', '--hosts', '--port'?)"),
        (["run", "--port"], {}, "Option '--port' requires an argument."),
        (["run", "8000"], {}, "Got unexpected extra argument (8000)"),
        (["run", "--port", "0"], {"LONGROAD_PORT": "80"}, "--port must be a whole number from 1 to 65535, not '0'"),
        (
            ["run", "--host", "::1"],
            {"LONGROAD_PORT": "0"},
            "LONGROAD_PORT must be a whole number from 1 to 65535, not '0'",
        ),
        (
            ["run", "--api-keys", "required"],
            {},
            "LONGROAD_ADMIN_KEY must be set where LONGROAD_API_KEYS is required: nobody could make a key",
        ),
    ],
)
def test_a_bad_line_is_refused_in_one(arguments: list[str], environment: dict[str, str], line: str) -> None:
    told = longroad(*arguments, **environment)
    assert (told.returncode, told.stdout, told.stderr) == (2, "", f"longroad: {line}\n")


@pytest.mark.slow
def test_options_go_before_the_environment(tmp_path: Path) -> None:
    port = free_port()
    options = ("--port", str(port), "--data-dir", str(tmp_path / "var"), "--ai-workers", "1")
    command = (sys.executable, "-c", SCRIPT, "run", *options)
    running = RunningSupervisor(tmp_path / "other", command, LONGROAD_AI_WORKERS="nobody", LONGROAD_PORT="none")
    try:
        running.await_ready()
        assert f"http://127.0.0.1:{port}/v1" in running.said
        assert (tmp_path / "var" / "events").is_dir()
    finally:
        running.process.terminate()
        assert running.process.wait(PATIENCE_S) == 0
    assert left_over(tmp_path / "var") == []
    assert not (tmp_path / "other").exists()


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a newly built sdist, with a guide."""
    return build_sdist(tmp_path_factory.mktemp("sdist"), guide="<h1>Guide</h1>")


@pytest.mark.slow
def test_what_is_packed_into_a_wheel_serves(sdist: Path, tmp_path: Path) -> None:
    shutil.unpack_archive(build_wheel(sdist, tmp_path), tmp_path / "packed", "zip")
    away = {"PYTHONPATH": str(tmp_path / "packed"), "PYTHONSAFEPATH": "1"}
    running = RunningSupervisor(tmp_path / "var", (sys.executable, "-c", SCRIPT, "run"), cwd=tmp_path, **away)
    try:
        running.await_ready()
        assert [path for path in SERVED if running.get(path) != 200] == []
        asked = (sys.executable, "-c", SCRIPT, "doctor", "--json", "--url", f"http://127.0.0.1:{running.port}")
        told = subprocess.check_output(asked, cwd=tmp_path, env=os.environ | away, text=True)
        assert '"check": "caller"' in told
    finally:
        running.process.terminate()
        assert running.process.wait(PATIENCE_S) == 0


@pytest.mark.slow
@pytest.mark.skipif(commit() is None, reason="the sources are no clone")
def test_a_wheel_tells_its_commit(sdist: Path, tmp_path: Path) -> None:
    shutil.unpack_archive(build_wheel(sdist, tmp_path), tmp_path / "packed", "zip")
    environment = {"PYTHONPATH": str(tmp_path / "packed"), "PYTHONSAFEPATH": "1"}
    told = subprocess.check_output(
        (sys.executable, "-c", SCRIPT, "--version"), cwd=tmp_path, env=environment, text=True
    )
    assert told == f"longroad {version()}, commit {(commit() or '')[:12]}\n"


@pytest.mark.slow
def test_an_sdist_holds_the_packages_and_what_says_what_they_are(sdist: Path) -> None:
    with tarfile.open(sdist) as archive:
        files = {name.partition("/")[2] for name in archive.getnames()}
        texts = [file.read() for member in archive if (file := archive.extractfile(member))]
    tops = {name.partition("/")[0] for name in files if name}
    assert tops == {*PACKAGES, *FILES, "PKG-INFO", "setup.cfg", "longroad.egg-info"}
    assert {f"{name}/py.typed" for name in PACKAGES} <= files
    assert {f"{CLIENT}/{name}.py" for name in ("program", "client", "command/mcp", "kit/command")} <= files
    assert [name for name in files if "__pycache__" in name or name.endswith(".pyc")] == []
    assert [text for text in texts if str(ROOT).encode() in text] == []
