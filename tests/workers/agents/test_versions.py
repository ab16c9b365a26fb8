"""Tests the versions of agents: their names, their entries, and how long they are served."""

from datetime import date
from typing import Any

import pytest

from workers.agents import catalog, entries
from workers.agents.catalog import (
    AGENTS,
    AgentName,
    entry_named,
    newest,
    split_name,
    successor,
    with_version,
    without_version,
)
from workers.agents.entries import FIRST_DAY, read_entry

NEW = {
    "level": 1,
    "seconds": 0.1,
    "typical_ms": 0.2,
    "source": "tests.toy:New",
    "version": 3,
    "since": date(2027, 6, 1),
}
OLD = {"version": 2, "since": date(2027, 1, 1), "source": "tests.toy:Old", "typical_ms": 0.1}
ENDING = {"announced": date(2027, 6, 1), "ends": date(2027, 8, 30)}


@pytest.fixture
def two(monkeypatch: pytest.MonkeyPatch) -> None:
    """Serve versions 3 and 2 of an agent, of which the older one ends, and both of one with levels."""
    entry = read_entry("two", "toy", NEW | {"older": [OLD | ENDING]})
    monkeypatch.setitem(catalog.BY_ID, "two", entry)
    leveled = NEW | {"levels": [[0.1, 0.05, 0.2], [0.3]], "usual": 2}
    monkeypatch.setitem(catalog.BY_ID, "tall", read_entry("tall", "toy", leveled | {"older": [OLD]}))
    monkeypatch.setattr(entries, "today", lambda: date(2027, 7, 1))


@pytest.mark.usefixtures("two")
@pytest.mark.parametrize(
    ("name", "parts", "whole"),
    [
        ("two", ("two", None, None), "two"),
        ("two@2", ("two", None, 2), "two@@2"),
        ("two@@2", ("two", None, 2), "two@@2"),
        ("tall@2", ("tall", 2, None), "tall@2"),
        ("tall@2@3", ("tall", 2, 3), "tall@2@3"),
        ("tall@@2", ("tall", None, 2), "tall@@2"),
        ("gone@4", ("gone", 4, None), "gone@4"),
        ("gone@@4", ("gone", None, 4), "gone@@4"),
        *((name, (name, None, None), name) for name in ("two@", "two@@", "two@02", "two@2@", "two@x@1", "two@1@2@3")),
    ],
)
def test_a_name_has_one_meaning(name: str, parts: AgentName, whole: str) -> None:
    assert split_name(name) == parts
    assert str(split_name(name)) == whole
    assert with_version(*without_version(whole)) == whole
    assert split_name(whole) == parts


@pytest.mark.usefixtures("two")
def test_each_version_has_a_class_and_a_cost_of_its_own() -> None:
    found = {name: entry_named(name) for name in ("two", "two@3", "two@2", "two@@2", "two@1", "two@2@2", "tall@1@2")}
    told = {name: entry and (entry.source, entry.typical_ms, entry.version) for name, entry in found.items()}
    old, new = ("tests.toy:Old", 0.1, 2), ("tests.toy:New", 0.2, 3)
    none = {"two@1": None, "two@2@2": None}
    assert told == {"two": new, "two@3": new, "two@2": old, "two@@2": old, **none, "tall@1@2": old}


@pytest.mark.usefixtures("two")
def test_a_version_is_served_until_the_day_of_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = catalog.BY_ID["two"]
    for day, served in ((date(2027, 8, 29), [3, 2]), (date(2027, 8, 30), [3]), (date(2028, 1, 1), [3])):
        monkeypatch.setattr(entries, "today", lambda day=day: day)
        assert [one.version for one in entry.served()] == served
        assert [number for number in (1, 2, 3, 4) if entry.serves(number)] == sorted(served)
        assert successor("two@2", "toy") == (None if 2 in served else "two@@3")
        assert successor("two@@3", "toy") is None
    assert entry_named("two@2"), "a job that was begun with an ended version can be finished"


@pytest.mark.usefixtures("two")
def test_the_newest_plays_on_at_the_same_level(monkeypatch: pytest.MonkeyPatch) -> None:
    assert (newest("tall"), newest("tall@1@2"), newest("tall@9@2"), newest("two@2")) == (
        "tall@@3",
        "tall@1@3",
        "tall@@3",
        "two@@3",
    )
    assert successor("tall@1@1", "toy") == "tall@1@3", "a version whose code is gone"
    assert successor("hal@@1", "toy") == "uniform@@1", "an agent that is gone"
    assert [successor(name, "toy") for name in ("two", "tall@1", "hal", "")] == [None] * 4, "old logs pin nothing"


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"older": [OLD | ENDING | {"ends": date(2027, 8, 29)}]}, "90 days"),
        ({"older": [OLD | {"ends": date(2027, 8, 30)}]}, "announced"),
        ({"older": [OLD | {"announced": date(2027, 6, 1)}]}, "announced"),
        ({"older": [OLD | {"version": number} for number in (2, 1)] + [OLD | {"version": 0}]}, "newest"),
        ({"older": [OLD | {"version": number} for number in (1, 2)]}, "newest"),
        ({"older": [OLD | {"version": 3}]}, "newest"),
        ({"version": 4, "older": [OLD | {"version": number} for number in (3, 2, 1)]}, "at most 3"),
        ({"older": [{"version": 2, "since": date(2027, 1, 1)}]}, "class"),
        (ENDING, "newest"),
    ],
)
def test_an_entry_that_breaks_a_promise_is_refused(changes: dict[str, Any], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        read_entry("two", "toy", NEW | changes)


def test_every_version_has_a_day_and_a_cost() -> None:
    for entry in [version for agent in AGENTS for version in agent.served()]:
        assert entry.since >= FIRST_DAY
        for cost in entry.levels or (entry,):
            assert 0 < cost.p50_ms <= cost.p95_ms
