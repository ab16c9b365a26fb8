"""Tests that hosts with some of the roles do together what one host with all roles does."""

import socket
import sys
from pathlib import Path

import pytest

from service.settings import SETTINGS, SettingsError, read_settings
from service.settings.fields import ROLES
from tests.conftest import StorePair
from tests.service.cli.command import ROOT
from tests.service.processes import API, PATIENCE_S, RunningSupervisor, refusal, supervisor
from tests.service.supervisor.person import Person

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
PROGRAMS = {"api": API, "sweep": "workers.sweep"} | {name: f"workers.run {name}" for name in ("ai", "jobs", "long")}
STORES = {"LONGROAD_EVENTS_URL": "redis://a", "LONGROAD_RQ_URL": "redis://b"}


def running_roles(host: RunningSupervisor) -> set[str]:
    """Return the roles that have a process on a host."""
    return {role for role, program in PROGRAMS.items() if host.pid_of(program) is not None}


@pytest.mark.usefixtures("events_redis", "rq_redis")
def test_hosts_share_the_work_by_their_roles(tmp_path: Path, stores: StorePair) -> None:
    urls = {"LONGROAD_EVENTS_URL": stores.events_url, "LONGROAD_RQ_URL": stores.rq_url}
    with (
        supervisor(tmp_path / "front", LONGROAD_ROLE="api", **urls) as front,
        supervisor(tmp_path / "agents", LONGROAD_ROLE="sweep,ai", LONGROAD_PORT="none", **urls) as agents,
        supervisor(tmp_path / "jobs", LONGROAD_ROLE="jobs", LONGROAD_AI_WORKERS="none", **urls) as jobs,
    ):
        assert "ready: ai, sweep" in agents.said
        person = Person(front.port)
        person.act()
        undone = person.ask("POST", f"{person.place}/undo", {})
        assert undone[0] == 202, undone
        assert person.ended(undone[1]["job"]["id"])["status"] == "finished"
        assert [running_roles(host) for host in (front, agents, jobs)] == [{"api"}, {"ai", "sweep"}, {"jobs"}]


def test_a_package_in_the_directory_of_the_start_is_not_executed(tmp_path: Path, stores: StorePair) -> None:
    mark = tmp_path / "executed"
    for name in ("service", "workers", "eventstore", "domain"):
        (tmp_path / "site" / name).mkdir(parents=True)
        (tmp_path / "site" / name / "__init__.py").write_text(f"open({str(mark)!r}, 'a').write({name!r})\n")
    environment = {
        "PYTHONPATH": str(ROOT),
        "LONGROAD_EVENTS_URL": stores.events_url,
        "LONGROAD_RQ_URL": stores.rq_url,
        "LONGROAD_ROLE": "api,long",
        "LONGROAD_STORE_PROMISES": "may-lose-games",
    }
    command = (sys.executable, "-P", "-m", "service.supervisor")  # as an installed script finds its modules
    running = RunningSupervisor(tmp_path / "var", command, tmp_path / "site", **environment)
    running.await_ready()
    running.process.terminate()
    assert running.process.wait(PATIENCE_S) == 0
    assert not mark.exists(), mark.read_text()


def test_several_hosts_of_one_role_take_over_from_each_other(tmp_path: Path, stores: StorePair) -> None:
    urls = {"LONGROAD_EVENTS_URL": stores.events_url, "LONGROAD_RQ_URL": stores.rq_url, "LONGROAD_ROLE": "ai,sweep"}
    with (
        supervisor(tmp_path / "front", **{**urls, "LONGROAD_ROLE": "api"}) as front,
        supervisor(tmp_path / "one", **urls) as one,
        supervisor(tmp_path / "two", **urls),
    ):
        person = Person(front.port)
        person.act()
        one.kill()
        person.act()


def test_systemd_hears_that_the_start_is_over(tmp_path: Path, stores: StorePair) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listener:
        listener.bind(str(tmp_path / "notify"))
        listener.settimeout(60)
        urls = {"LONGROAD_EVENTS_URL": stores.events_url, "LONGROAD_RQ_URL": stores.rq_url}
        with supervisor(tmp_path / "var", LONGROAD_ROLE="sweep", NOTIFY_SOCKET=str(tmp_path / "notify"), **urls):
            assert listener.recv(100) == b"READY=1"
        assert listener.recv(100) == b"STOPPING=1"


@pytest.mark.parametrize("role", ["cook", "api,cook", ","])
def test_an_unknown_role_is_refused(tmp_path: Path, role: str) -> None:
    line = refusal(RunningSupervisor(tmp_path / "var", LONGROAD_ROLE=role, **STORES), 2)
    assert line.startswith("longroad: LONGROAD_ROLE must be all, or some of api, ai, jobs, long, sweep, not ")


@pytest.mark.parametrize("missing", STORES)
def test_a_role_needs_stores_that_others_reach(missing: str) -> None:
    given = {name: url for name, url in STORES.items() if name != missing}
    with pytest.raises(
        SettingsError, match=r"^LONGROAD_ROLE must be all without LONGROAD_EVENTS_URL and LONGROAD_RQ_URL"
    ):
        read_settings({"LONGROAD_ROLE": "ai", **given})


@pytest.mark.parametrize("role", ROLES)
def test_a_host_reads_the_settings_of_its_roles_alone(role: str) -> None:
    others = {one.variable: "\0" for one in SETTINGS if role not in one.roles}
    assert read_settings({"LONGROAD_ROLE": role, **STORES, **others}).role == (role,)
    for one in SETTINGS:
        if role in one.roles and one.field in ("port", "ai_workers", "job_workers", "durability"):
            with pytest.raises(SettingsError, match=f"^{one.variable} must "):
                read_settings({"LONGROAD_ROLE": role, **STORES, one.variable: "\0"})
