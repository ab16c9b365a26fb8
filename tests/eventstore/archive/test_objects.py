"""Tests where the objects of an archive are: a directory, and a store that speaks S3, also when that misbehaves."""

import os
import secrets
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from eventstore.archive import s3
from eventstore.archive.files import FileObjects
from eventstore.archive.objects import Objects, ObjectsAway
from eventstore.archive.opening import open_objects
from tests.eventstore.archive.object_stores import HASTY_S, KEYS, SLOW_S, Faults, address, let_client_wait, moto, proxy

CONTENT = bytes(range(256)) * 40


@pytest.fixture(scope="module")
def store() -> Iterator[tuple[int, Faults]]:
    """Return the port of a store behind a proxy, and the faults of that."""
    with moto() as port, proxy(port) as found:
        yield found


@pytest.fixture
def faults(store: tuple[int, Faults], monkeypatch: pytest.MonkeyPatch) -> Iterator[Faults]:
    """Return the faults of the proxy, which are over after the test."""
    let_client_wait(monkeypatch)
    yield store[1]
    store[1].clear()


@pytest.fixture
def remote(store: tuple[int, Faults], faults: Faults) -> Objects:
    """Return objects in an empty folder of the store."""
    return open_objects(address(store[0], secrets.token_hex(4)))


@pytest.fixture(params=["directory", "s3"])
def objects(request: pytest.FixtureRequest, tmp_path: Path) -> Objects:
    """Return objects in an empty place of each kind."""
    if request.param == "directory":
        return open_objects(tmp_path)
    found: Objects = request.getfixturevalue("remote")
    return found


def test_objects_are_written_read_by_ranges_listed_and_dropped(objects: Objects) -> None:
    for name in ("segments/000/b.seg", "segments/000/a.seg", "index/07/c.run"):
        objects.put(name, CONTENT)
    objects.put("segments/000/a.seg", CONTENT * 2)
    assert objects.get("segments/000/a.seg") == CONTENT * 2
    assert objects.get("index/07/c.run", 300, 10) == CONTENT[300:310]
    assert objects.get("index/07/c.run", -10) == CONTENT[-10:]
    assert objects.get("index/07/c.run", len(CONTENT) - 3, 10) == CONTENT[-3:]
    assert objects.get("index/07/c.run", len(CONTENT) + 3, 10) == b""
    assert objects.names("segments/") == ["segments/000/a.seg", "segments/000/b.seg"]
    assert objects.names("index/08/") == []
    objects.drop("segments/000/a.seg")
    objects.drop("segments/000/a.seg")
    assert objects.names("segments/") == ["segments/000/b.seg"]
    with pytest.raises(ObjectsAway) as away:
        objects.get("segments/000/a.seg", 0, 5)
    assert away.value.reason == "missing"
    assert objects.fault(is_written=True) is None


NAMES = ["index/07/a.run", "segments/000/b.seg", "segments/001/a.seg", "segments/001/b.seg", "segments/001/c.seg"]
NAMES += ["segments/001.x", "segments/002/a.seg", "segments/a", "segmentsx/a"]
"""Lists names of objects; a dot sorts before a slash."""


def fill(objects: Objects, patch: pytest.MonkeyPatch) -> None:
    """Put objects with these names, and let a bucket list two names at a time."""
    patch.setattr(s3, "PAGE", 2)
    for name in NAMES:
        objects.put(name, b"")


@pytest.mark.parametrize(
    "after", ["", "segments/001/a.seg", "segments/001/aa", "segments/001/", "segments/0", "t", "a"]
)
@pytest.mark.parametrize("prefix", ["segments/", "segments/001", "seg", "", "none/"])
def test_names_are_listed_in_order_after_one_page_by_page(
    objects: Objects, prefix: str, after: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(objects, monkeypatch)
    pages = list(objects.pages(prefix, after))
    right = [name for name in sorted(NAMES) if name.startswith(prefix) and name > after]
    assert [name for page in pages for name in page] == right
    assert isinstance(objects, FileObjects) or max(map(len, pages), default=0) <= 2


def test_a_page_of_names_that_cannot_be_read_is_not_taken_for_the_end(
    remote: Objects, faults: Faults, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(remote, monkeypatch)
    pages = remote.pages("")
    assert next(pages) == sorted(NAMES)[:2]
    faults.clear()
    faults.status, faults.code, faults.method = 500, "InternalError", "GET"
    with pytest.raises(ObjectsAway):
        next(pages)


@pytest.mark.parametrize("change", [lambda found: reversed(list(found)), lambda found: found])
def test_names_out_of_order_are_not_taken_for_all(
    remote: Objects, change: Callable[[Any], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(remote, monkeypatch)
    assert isinstance(remote, s3.S3Objects)
    usual = remote._client.list_objects

    def list_all(bucket: str, prefix: str, *, recursive: bool, start_after: str | None) -> Any:
        return change(usual(bucket, prefix=prefix, recursive=recursive))  # as if `start_after` were not known

    monkeypatch.setattr(remote._client, "list_objects", list_all)
    with pytest.raises(ObjectsAway):
        remote.names("")


def test_a_size_beyond_the_end_of_a_file_takes_no_memory(tmp_path: Path) -> None:
    objects = open_objects(tmp_path)
    objects.put("index/07/c.run", CONTENT)
    for start in (5, -5, len(CONTENT), 10**12):
        assert objects.get("index/07/c.run", start, 10**15) == (CONTENT[start:])


def test_a_file_that_is_half_written_is_no_object(tmp_path: Path) -> None:
    objects = open_objects(tmp_path)
    objects.put("segments/000/a.seg", CONTENT)
    (tmp_path / "segments" / "000" / "b.seg.12345678.part").write_bytes(b"half")
    assert objects.names("segments/") == ["segments/000/a.seg"]
    assert (tmp_path / "segments" / "000" / "a.seg").stat().st_mode & 0o777 == 0o600


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_directory_that_forbids_it_says_so(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(ObjectsAway) as away:
        open_objects(tmp_path).put("segments/000/a.seg", CONTENT)
    assert away.value.reason == "forbidden"


FAULTS: dict[str, tuple[dict[str, Any], str]] = {
    "it is slow": ({"delay_s": SLOW_S}, "slow"),
    "it says that it is slow": ({"status": 503, "code": "SlowDown"}, "slow"),
    "it is full": ({"status": 507, "code": "InsufficientStorage"}, "full"),
    "it has a quota": ({"status": 403, "code": "QuotaExceeded"}, "full"),
    "it forbids": ({"status": 403, "code": "AccessDenied"}, "forbidden"),
    "it fails": ({"status": 500, "code": "InternalError"}, "unreachable"),
}


@pytest.mark.parametrize("case", FAULTS)
def test_a_store_that_does_not_serve_is_told_by_its_reason(
    remote: Objects, faults: Faults, case: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    fault, reason = FAULTS[case]
    remote.put("segments/a.seg", CONTENT)
    hasty = open_hastily(remote, monkeypatch) if reason == "slow" else remote
    for name, value in fault.items():
        setattr(faults, name, value)
    for ask in (lambda: hasty.get("segments/a.seg"), lambda: hasty.put("segments/b.seg", CONTENT), hasty_names(hasty)):
        with pytest.raises(ObjectsAway) as away:
            ask()
        assert away.value.reason == reason
    told = hasty.fault(is_written=True)
    assert told
    assert told.startswith(reason)
    faults.clear()
    assert hasty.get("segments/a.seg") == CONTENT
    assert hasty.fault(is_written=True) is None


def open_hastily(remote: Objects, monkeypatch: pytest.MonkeyPatch) -> Objects:
    """Return the same objects, opened with less patience than usual."""
    monkeypatch.setattr(s3, "ANSWER_S", HASTY_S)
    assert isinstance(remote, s3.S3Objects)
    return open_objects(remote.address)


def hasty_names(objects: Objects) -> Any:
    """Return a function that lists the objects."""
    return lambda: objects.names("segments/")


def test_an_answer_that_drips_has_an_end(remote: Objects, faults: Faults, monkeypatch: pytest.MonkeyPatch) -> None:
    remote.put("segments/a.seg", CONTENT)
    monkeypatch.setattr(s3, "ANSWER_S", HASTY_S)
    faults.drip_s, faults.method = HASTY_S / 4, "GET"
    monkeypatch.setattr(s3, "LEAST_RATE", 10**9)
    with pytest.raises(ObjectsAway) as away:
        remote.get("segments/a.seg")
    assert away.value.reason == "slow"
    monkeypatch.setattr(s3, "LEAST_RATE", 1)
    assert remote.get("segments/a.seg") == CONTENT, "what comes quickly enough is not given up"


def test_an_answer_that_is_cut_is_read_again(remote: Objects, faults: Faults) -> None:
    remote.put("segments/a.seg", CONTENT)
    faults.cuts, faults.method, faults.times = True, "GET", 1
    assert remote.get("segments/a.seg") == CONTENT
    faults.times = 1_000
    with pytest.raises(ObjectsAway) as away:
        remote.get("segments/a.seg")
    assert away.value.reason == "unreachable"


def test_nobody_there_is_unreachable_and_not_asked_at_once_again(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in KEYS.items():
        monkeypatch.setenv(name, value)
    objects = open_objects(address(1))
    for _ in range(2):
        with pytest.raises(ObjectsAway) as away:
            objects.get("a")
        assert away.value.reason == "unreachable"
    assert isinstance(objects, s3.S3Objects)
    assert objects.is_silent


@pytest.mark.parametrize("bad", ["s3://", "s3://b?endpoint=x", "s3://b/p?user=me", "s3://b?endpoint=ftp://a:1"])
def test_a_bad_address_is_refused(bad: str) -> None:
    with pytest.raises(ValueError, match="s3://BUCKET/PREFIX"):
        open_objects(bad)
