"""Tests what every store promises of data keys and the list of the forgotten."""

from eventstore.records import Beside
from eventstore.store import EventStore
from tests.eventstore.samples import versions

NEIGHBOR = "h"


def test_a_data_key_is_kept_once(store: EventStore) -> None:
    assert store.data_key("g", "0") is None
    assert store.keep_data_key("g", "0", b"first") == b"first"
    assert store.keep_data_key("g", "0", b"second") == b"first"
    assert store.keep_data_key("g", "1", b"other") == b"other"
    store.keep_data_key(NEIGHBOR, "0", b"theirs")

    store.drop_data_keys("g", ["0", "7"])
    store.drop_data_keys("g", [])

    assert [store.data_key("g", name) for name in "01"] == [None, b"other"]
    assert store.data_key(NEIGHBOR, "0") == b"theirs"
    assert store.keep_data_key("g", "0", b"third") == b"third"


def test_an_append_stores_data_keys_with_names(store: EventStore) -> None:
    store.append("g", 0, versions(1), beside=Beside(names={0: "x", 1: "y"}, data_keys={"0": b"\x00k", "1": b"l"}))
    assert [store.data_key("g", name) for name in "01"] == [b"\x00k", b"l"]
    store.append("g", 1, versions(1), beside=Beside(facts={"a": b"b"}, names={0: ""}, data_keys={"0": b""}))
    assert [store.data_key("g", name) for name in "01"] == [None, b"l"]
    assert (store.names("g"), store.facts("g")) == ({1: "y"}, {"a": b"b"})


def test_data_keys_of_seats_end_with_their_game(store: EventStore) -> None:
    for game in ("g", NEIGHBOR):
        store.append(game, 0, versions(1), beside=Beside(data_keys={"0": b"k"}))
    store.delete("g")
    assert (store.data_key("g", "0"), store.data_key(NEIGHBOR, "0")) == (None, b"k")


def test_nobody_leaves_the_list_of_the_forgotten(store: EventStore) -> None:
    assert (store.list_forgotten(), store.count_forgotten()) == ({}, 0)
    store.note_forgotten({"key a": 0, "seat g 1 1": 0})
    store.note_forgotten({"key a": 17})
    store.note_forgotten({})
    assert store.list_forgotten() == {"key a": 17, "seat g 1 1": 0}
    assert store.count_forgotten() == 2


def test_names_and_facts_are_replaced_only_as_they_were(store: EventStore) -> None:
    store.set_name("g", 0, "Ana")
    store.set_facts("g", {"key": b"plain"})
    assert store.swap_name("g", 0, "Ana", "\x01\x02")
    assert not store.swap_name("g", 0, "Ana", "\x03")
    assert not store.swap_name("g", 1, "Ana", "\x03")
    assert store.swap_fact("g", "key", b"plain", b"\xff\x00")
    assert not store.swap_fact("g", "key", b"plain", b"no")
    assert not store.swap_fact("g", "key", b"", b"no")
    assert store.swap_fact("g", "new", b"", b"first")
    assert not store.swap_fact("g", "new", b"", b"second")
    assert (store.names("g"), store.facts("g")) == ({0: "\x01\x02"}, {"key": b"\xff\x00", "new": b"first"})


def test_a_fact_that_is_missing_is_set_once_and_removed_as_it_was(store: EventStore) -> None:
    assert store.swap_fact("g", "claim", b"", b"first")
    assert not store.swap_fact("g", "claim", b"", b"second")
    assert not store.swap_fact("g", "claim", b"second", b"")
    assert store.fact("g", "claim") == b"first"
    assert store.swap_fact("g", "claim", b"first", b"")
    assert store.fact("g", "claim") is None
    assert store.swap_fact("g", "claim", b"", b"third")


def test_several_facts_are_replaced_together_or_not_at_all(store: EventStore) -> None:
    store.set_facts("g", {"one": b"1", "two": b"2"})
    assert not store.swap_facts("g", {"one": (b"1", b""), "two": (b"3", b""), "new": (b"", b"x")})
    assert store.facts("g") == {"one": b"1", "two": b"2"}
    assert store.swap_facts("g", {"one": (b"1", b""), "two": (b"2", b"4"), "new": (b"", b"x")})
    assert not store.swap_facts("g", {"one": (b"1", b""), "new": (b"x", b"y")})
    assert store.facts("g") == {"two": b"4", "new": b"x"}


def test_all_who_have_names_or_facts_are_found(store: EventStore) -> None:
    for game in ("g", NEIGHBOR, "key-1", "hook-1"):
        store.append(game, 0, versions(1), beside=Beside(facts={"a": b"b"}))
    store.set_name("g", 0, "Ana")
    store.set_name(NEIGHBOR, 3, "Bea")
    assert set(store.with_names()) == {"g", NEIGHBOR}
    assert set(store.with_facts("key-")) == {"key-1"}
    assert set(store.with_facts("")) == {"g", NEIGHBOR, "key-1", "hook-1"}


def test_a_store_writes_its_file_anew(store: EventStore) -> None:
    assert store.rewrite()
    assert store.rewrite() in (True, False)  # one may be under way
    assert store.is_rewriting() in (True, False)


def test_data_keys_of_several_owners_are_read_at_once(store: EventStore) -> None:
    store.append("g", 0, versions(1), beside=Beside(data_keys={"0": b"k", "1": b"l"}))
    store.append("g", 1, versions(1), beside=Beside(data_keys={"1": b""}))
    store.keep_data_key(NEIGHBOR, "own", b"m")
    assert store.data_keys_of(["g", "none", NEIGHBOR]) == {"g": {"0": b"k"}, "none": {}, NEIGHBOR: {"own": b"m"}}
    assert store.data_keys_of([]) == {}
