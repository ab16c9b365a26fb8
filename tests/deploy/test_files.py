"""Tests the image, the compose file and the systemd unit, each with its own tool where that is installed."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from ipaddress import ip_network
from pathlib import Path
from typing import Any, Final

import pytest
import yaml

from service.settings import SETTINGS, Settings, read_settings
from service.settings.fields import ROLES, SettingsError

FOLDER: Final = Path(__file__).parents[2] / "docs" / "deploy"
COMPOSE: Final = FOLDER / "compose.yml"
UNIT: Final = FOLDER / "systemd" / "longroad@.service"
IMAGE_FILE: Final = FOLDER / "Dockerfile"
IGNORED: Final = FOLDER / "Dockerfile.dockerignore"
GIVEN: Final = {
    "PUBLIC_NAME": "games.example.org",
    "LONGROAD_ADMIN_KEY": "0123456789012345678901",
    "STORE_PASSWORD": "a-secret-of-the-test",
}
IMAGE: Final = "longroad:latest"


def _compose_tool() -> Sequence[str]:
    """Return the command of the tool, empty where there is none."""
    if shutil.which("docker") and subprocess.run(["docker", "compose", "version"], capture_output=True).returncode == 0:
        return ("docker", "compose")
    return ("docker-compose",) if shutil.which("docker-compose") else ()


def _filled(text: str) -> str:
    """Return a text with the variables that an operator gives, as the tool fills them in."""
    return re.sub(r"\$\{(\w+)[^}]*\}", lambda found: GIVEN[found[1]], text)


def services() -> dict[str, Any]:
    """Return the services of the compose file."""
    found: dict[str, Any] = yaml.safe_load(_filled(COMPOSE.read_text()))["services"]
    return found


def ours() -> dict[str, Settings]:
    """Return the settings of each service that runs Longroad."""
    made = {}
    for name, service in services().items():
        if service["image"] == IMAGE:
            role = service["command"].removeprefix("run --role ")
            made[name] = read_settings({**service["environment"], "LONGROAD_ROLE": role})
    return made


@pytest.mark.skipif(not _compose_tool(), reason="docker compose is not installed")
def test_compose_takes_the_file() -> None:
    command = [*_compose_tool(), "-f", str(COMPOSE), "config", "--quiet"]
    done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, **GIVEN})
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    for missing in GIVEN:
        bare = {name: value for name, value in {**os.environ, **GIVEN}.items() if name != missing}
        refused = subprocess.run(command, capture_output=True, text=True, env=bare)
        assert refused.returncode != 0
        assert missing in refused.stderr


def test_what_an_operator_gives_has_no_default() -> None:
    assert set(re.findall(r"\$\{(\w+):\?[^}]+\}", COMPOSE.read_text())) == set(GIVEN)
    assert len(re.findall(r"\$\{\w+:\?", COMPOSE.read_text())) == COMPOSE.read_text().count("${")


@pytest.mark.parametrize("page", sorted(FOLDER.parent.rglob("*.md")), ids=lambda page: page.stem)
def test_no_page_has_a_secret_that_is_usable_as_it_stands(page: Path) -> None:
    given = re.findall(r"^(?:requirepass |\w*(?:PASSWORD|ADMIN_KEY)=)(.+)", page.read_text(), re.MULTILINE)
    assert all(value.startswith("$") or value == "ADMIN_KEY" for value in given), given
    with pytest.raises(SettingsError):
        read_settings({"LONGROAD_ADMIN_KEY": "ADMIN_KEY"})


def test_confirmed_events_are_on_two_nodes() -> None:
    """As docs/three-hosts.md has it."""
    nodes = {name: service["command"] for name, service in services().items() if name.startswith("node-")}
    for command in nodes.values():
        for words in ("appendonly yes", "appendfsync always", "allow-replica-migration no", "full-coverage no"):
            assert words in command
    for settings in ours().values():
        assert (settings.durability, settings.events_replicas) == ("replicated", 1)
        assert settings.store_urls[0].count("node-") == len(nodes) // 2
    forming = services()["form-cluster"]["command"][-1]
    addresses = [
        service["networks"]["default"]["ipv4_address"] for name, service in services().items() if name in nodes
    ]
    assert re.findall(r"([\d.]+):6379", forming) == addresses
    assert "--cluster-replicas 1" in forming


def test_the_image_makes_what_a_server_shows_and_runs() -> None:
    text = IMAGE_FILE.read_text()
    steps = (
        "make guide",
        "compiled_wheel",
        "service.compiling.proving",
        "--mode 700",
        "USER 10001",
        "VOLUME",
        "HEALTHCHECK",
    )
    places = [text.index(step) for step in steps]
    assert places == sorted(places)
    [data] = re.findall(r"LONGROAD_DATA_DIR=(\S+)", text)
    assert f"VOLUME {data}\n" in text
    assert f" {data}\n" in text[: text.index("USER")]
    given = dict(re.findall(r"(LONGROAD_\w+)=(\S+)", text))
    assert read_settings(given).port == int(re.findall(r"EXPOSE (\d+)", text)[0])
    assert {"make", "tests", "docs"}.isdisjoint(IGNORED.read_text().split())


@pytest.mark.skipif(shutil.which("hadolint") is None, reason="hadolint is not installed")
def test_hadolint_takes_the_image() -> None:
    done = subprocess.run(["hadolint", str(IMAGE_FILE)], capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_what_has_no_api_is_not_asked_for_its_health() -> None:
    for name, settings in ours().items():
        asked = not services()[name].get("healthcheck", {}).get("disable")
        assert asked == ("api" in settings.role), name


def test_the_services_have_every_role_and_no_more_than_known_settings() -> None:
    found = ours()
    assert {role for settings in found.values() for role in settings.role} == set(ROLES)
    assert len({settings.store_urls for settings in found.values()}) == 1
    known = {setting.variable for setting in SETTINGS}
    for name in found:
        assert set(services()[name]["environment"]) <= known


def test_the_api_trusts_the_network_of_the_proxy_and_nothing_else_is_there() -> None:
    networks = yaml.safe_load(_filled(COMPOSE.read_text()))["networks"]
    [front] = services()["proxy"]["networks"]
    [subnet] = [one["subnet"] for one in networks[front]["ipam"]["config"]]
    trusting = {name for name, settings in ours().items() if settings.trusted_proxies == (ip_network(subnet),)}
    inside = {name for name, service in services().items() if front in service.get("networks", ())}
    assert inside == {*trusting, "proxy"}
    assert {name for name, settings in ours().items() if settings.role == ("api",)} == trusting


def test_images_have_a_version() -> None:
    images = {service["image"] for service in services().values()} - {IMAGE}
    assert images
    assert all(re.fullmatch(r"[\w./-]+:\d+\.\d[\w.-]*", image) for image in images)


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd-analyze is not installed")
@pytest.mark.parametrize("role", [*ROLES, "all"])
def test_systemd_takes_the_unit(tmp_path: Path, role: str) -> None:
    """The command stands elsewhere here; all else is as in the file."""
    unit = tmp_path / f"longroad@{role}.service"
    unit.write_text(UNIT.read_text().replace("/opt/longroad/bin/longroad", sys.executable))
    done = subprocess.run(["systemd-analyze", "verify", str(unit)], capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_the_unit_runs_the_command_line() -> None:
    assert "ExecStart=/opt/longroad/bin/longroad run --role %i\n" in UNIT.read_text()
    assert "Type=notify\n" in UNIT.read_text()
