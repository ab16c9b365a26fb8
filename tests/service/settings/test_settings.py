"""Tests settings: their defaults, what overrides what, and one clear line for a bad value."""

import tomllib
from pathlib import Path

import pytest

from eventstore.cluster.slots import CLUSTER
from openapi import pages
from service.settings import SETTINGS, SettingsError, machine, read_settings
from service.settings.fields import CLUSTERS, SERVERS
from service.settings.machine import fitting
from service.settings.queue_urls import split_urls
from service.settings.reading import TABLE, list_changed, show


def test_an_empty_environment_gives_the_documented_defaults() -> None:
    settings = read_settings({})
    assert (settings.host, settings.port, settings.data_dir) == ("127.0.0.1", 8000, Path.cwd() / "var")
    assert (settings.durability, settings.log, settings.job_workers) == ("always", "files", 1)
    assert settings.api_processes == settings.ai_workers == fitting()
    assert settings.events_url is None
    assert settings.rq_url is None


@pytest.mark.parametrize(
    ("known_cores", "known_mb", "processes"), [(1, 9_000, 1), (2, 9_000, 2), (64, 9_000, 2), (8, 1_000, 1), (2, 200, 1)]
)
def test_as_many_processes_as_cores_and_memory_allow_but_two(
    monkeypatch: pytest.MonkeyPatch, known_cores: int, known_mb: int, processes: int
) -> None:
    monkeypatch.setattr(machine, "cores", lambda: known_cores)
    monkeypatch.setattr(machine, "memory_mb", lambda: known_mb)
    assert fitting() == processes
    assert read_settings({"LONGROAD_API_PROCESSES": "5"}).api_processes == 5


def test_a_container_is_as_large_as_its_limits(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(machine, "_CGROUP", tmp_path)
    known = machine.cores(), machine.memory_mb()
    assert min(known) >= 1
    for limits, found in [(("max 100000", "max"), known), (("100000 100000", "268435456\n"), (1, 256))]:
        for name, text in zip(("cpu.max", "memory.max"), limits, strict=True):
            (tmp_path / name).write_text(text)
        assert (machine.cores(), machine.memory_mb()) == found


def test_a_variable_set_to_nothing_counts_as_unset() -> None:
    assert read_settings({"LONGROAD_PORT": "", "LONGROAD_DURABILITY": "", "LONGROAD_EVENTS_URL": ""}) == read_settings(
        {}
    )


def test_one_address_serves_both_stores_unless_one_has_its_own() -> None:
    assert read_settings({"LONGROAD_REDIS_URL": "redis://a"}).store_urls == ("redis://a", "redis://a")
    both = {"LONGROAD_REDIS_URL": "redis://a", "LONGROAD_RQ_URL": "unix:///b"}
    assert read_settings(both).store_urls == ("redis://a", "unix:///b")


def test_a_process_without_addresses_is_told_which_to_set() -> None:
    with pytest.raises(SettingsError, match="LONGROAD_EVENTS_URL and LONGROAD_RQ_URL"):
        _ = read_settings({"LONGROAD_RQ_URL": "redis://a"}).store_urls


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("LONGROAD_PORT", "http"),
        ("LONGROAD_PORT", "0"),
        ("LONGROAD_PORT", "65536"),
        ("LONGROAD_PORT", "-1"),
        ("LONGROAD_PORT", "8e3"),
        ("LONGROAD_PORT", "٨"),
        ("LONGROAD_AI_WORKERS", "0"),
        ("LONGROAD_JOB_WORKERS", "many"),
        ("LONGROAD_DURABILITY", "sometimes"),
        ("LONGROAD_LOG", "syslog"),
        ("LONGROAD_REDIS_URL", "localhost:6379"),
        ("LONGROAD_EVENTS_URL", "http://localhost"),
        ("LONGROAD_RQ_URL", "/run/redis.sock"),
        ("LONGROAD_EVENTS_URL", "cluster://a"),
        ("LONGROAD_REDIS_URL", "redis://a:port"),
        ("LONGROAD_REDIS_URL", "redis://:s3cret@a:70000"),
        ("LONGROAD_REDIS_URL", "redis://:s3cret/x@a:6379"),
        ("LONGROAD_REDIS_URL", "redis://:12/x@a:6379"),
        ("LONGROAD_RQ_URL", "rediss://:12#x@a:6379"),
        ("LONGROAD_EVENTS_URL", "redis+cluster://a:7000,b:port"),
        ("LONGROAD_EVENTS_URL", "redis+cluster://:s3cret?x@a:7000,b:7000"),
        ("LONGROAD_RQ_URL", "redis+sentinel://:s3cret/x@a:26379/name"),
        ("LONGROAD_RQ_URL", "redis://:s3cret@a:6379,"),
        ("LONGROAD_RQ_URL", "redis://a:6379,http://b"),
        ("LONGROAD_RQ_URL", "redis://a:6379,redis+cluster://b:7000"),
        ("LONGROAD_RQ_URL", "redis://:s3cret@a:6379,redis://:other@a:6379"),
        ("LONGROAD_RQ_URL", ",".join(f"redis://a:{port}" for port in range(1, 18))),
    ],
)
def test_a_bad_value_is_refused_by_name_in_one_line(name: str, value: str) -> None:
    with pytest.raises(SettingsError, match=f"^{name} must ") as refusal:
        read_settings({name: value})
    assert "\n" not in str(refusal.value)
    assert "s3cret" not in str(refusal.value)


@pytest.mark.parametrize(
    "url",
    [
        "redis://",
        "redis://[::1]:6379/1?password=a@b",
        "rediss://user:%2F%40@a",
        "unix://:s3cret@/run/redis@home.sock",
        "redis://:a@b@c:1",
    ],
)
def test_an_address_of_a_store_may_have_many_forms(url: str) -> None:
    assert read_settings({"LONGROAD_REDIS_URL": url}).store_urls == (url, url)


def test_queues_may_have_several_stores_with_sentinels_or_without() -> None:
    urls = [
        "redis://:s3cret@a:6379",
        "redis+sentinel://:s3cret@b:1,c:2/NAME?sentinel_password=s3cret",
        "unix:///run/rq.sock",
    ]
    settings = read_settings({"LONGROAD_RQ_URL": ", ".join(urls)})
    assert split_urls(settings.rq_url or "") == urls
    assert "s3cret" not in show(settings)


def test_settings_of_every_kind_are_shown() -> None:
    given = {"LONGROAD_TRUSTED_PROXIES": "10.0.0.8,10.1.0.0/16", "LONGROAD_HOSTS": "a.example,b.example"}
    lines = show(read_settings(given)).splitlines()
    assert {"LONGROAD_TRUSTED_PROXIES=10.0.0.8/32,10.1.0.0/16", "LONGROAD_HOSTS=a.example,b.example"} <= set(lines)


def test_a_start_tells_what_was_set_without_secrets() -> None:
    given = {
        "LONGROAD_PORT": "9001",
        "LONGROAD_HOST": "127.0.0.1",
        "LONGROAD_ADMIN_KEY": "a-key-of-an-administrator-1234",
    }
    assert list_changed(read_settings(given)) == ["LONGROAD_PORT=9001", "LONGROAD_ADMIN_KEY=***"]
    assert list_changed(read_settings({})) == []


@pytest.mark.parametrize(
    ("host", "url"),
    [
        ("0.0.0.0", "http://127.0.0.1:8000"),
        ("::", "http://[::1]:8000"),
        ("example.org", "http://example.org:8000"),
    ],
)
def test_the_local_url_can_be_opened_whatever_the_host_is(host: str, url: str) -> None:
    assert read_settings({"LONGROAD_HOST": host}).local_url == url


@pytest.mark.parametrize("scheme", CLUSTERS)
def test_events_may_live_on_a_cluster_beside_a_server_for_rq(scheme: str) -> None:
    given = {"LONGROAD_EVENTS_URL": f"{scheme}://a:7000", "LONGROAD_RQ_URL": "redis://b"}
    assert read_settings(given).store_urls == (f"{scheme}://a:7000", "redis://b")
    assert scheme.removesuffix(CLUSTER) in SERVERS


@pytest.mark.parametrize("scheme", CLUSTERS)
@pytest.mark.parametrize("name", ["LONGROAD_RQ_URL", "LONGROAD_REDIS_URL"])
def test_rq_has_no_cluster_and_is_told_why_in_one_line(name: str, scheme: str) -> None:
    with pytest.raises(SettingsError, match=f"^{name} must not be a cluster, for RQ does not run on one: ") as refusal:
        read_settings({name: f"{scheme}://a:7000"})
    assert "\n" not in str(refusal.value)


def test_replicas_need_a_store_that_has_some() -> None:
    with pytest.raises(
        SettingsError, match=r"^LONGROAD_DURABILITY must not be replicated without LONGROAD_EVENTS_URL: "
    ) as refusal:
        read_settings({"LONGROAD_DURABILITY": "replicated"})
    assert "\n" not in str(refusal.value)
    given = {"LONGROAD_DURABILITY": "replicated", "LONGROAD_REDIS_URL": "redis://a", "LONGROAD_EVENTS_REPLICAS": "2"}
    settings = read_settings(given)
    assert (settings.is_replicated, settings.events_replicas, settings.events_url) == (True, 2, "redis://a")


def test_the_page_for_operators_has_the_table_as_it_is() -> None:
    assert pages.OPERATIONS.read_text() == pages.fill_operations()


def test_every_setting_has_a_value_under_its_own_name_and_a_meaning() -> None:
    settings = read_settings({})
    assert [getattr(settings, setting.field) for setting in SETTINGS] == [setting.value({}) for setting in SETTINGS]
    assert [setting.variable for setting in SETTINGS if not setting.meaning] == []
    assert [*tomllib.loads(TABLE.read_text())] == [setting.field for setting in SETTINGS]
