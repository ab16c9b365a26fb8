"""Tests what every store promises about appending and reading."""

import time

import pytest

from eventstore import keys
from eventstore.interfaces import START
from eventstore.log.chain import ROOT, ChainBroken, verify_chain
from eventstore.records import Beside, Claim, Conflict, Duplicate, NewEvent, OtherFacts, OtherPast, Tip, Version
from eventstore.store import EventStore
from tests.eventstore.samples import event, header, version, versions

CLAIM = Claim("scope", "hash-1", b"sealed \x00 answer")
BESIDE = Beside(facts={"token:1": b"\x00\xff", "gone": b""}, names={0: "Ana", 2: "Øyvind: 狼"})


def test_an_unknown_game_stands_at_zero(store: EventStore) -> None:
    assert store.head("nobody") == 0
    assert store.read("nobody") == []


def test_versions_are_gapless_and_their_events_in_order(store: EventStore) -> None:
    assert store.append("g", 0, [version(event("Opened", seats=3), event(n=1)), version(event(n=2))]) == 2
    assert store.append("g", 2, versions(1)) == 3
    assert [(e.version, e.index, e.type) for e in store.read("g")] == [
        (1, 0, "Opened"),
        (1, 1, "Moved"),
        (2, 0, "Moved"),
        (3, 0, "Moved"),
    ]
    assert store.head("g") == 3


def test_what_is_read_is_what_was_appended(store: EventStore) -> None:
    odd = NewEvent("Named", 12, '{"name":"Ñandú \\n \\u0000","x":null}'.encode())
    head = header("c-odd", seat=None)
    store.append("g", 0, [Version((odd, event()), head)])
    first, second = store.read("g")
    assert (first.type, first.schema, first.body) == ("Named", 12, odd.body)
    assert first.header == second.header == head
    assert first.chain == second.chain


def test_headers_without_digest_and_with_binary_looking_ones_survive(store: EventStore) -> None:
    for number, digest in enumerate((None, "00", "ff" * 16, "0123456789abcdef" * 2)):
        head = header()
        head = type(head)(head.command_id, 5, "toy", 1, 0, digest, "")
        store.append("g", number, [Version((event(),), head)])
        assert store.read("g", number)[0].header == head


@pytest.mark.parametrize("expected", [0, 1, 3, 9])
def test_an_unexpected_version_conflicts_and_writes_nothing(store: EventStore, expected: int) -> None:
    store.append("g", 0, versions(2))
    with pytest.raises(Conflict) as refused:
        store.append("g", expected, versions(2), beside=Beside(claim=CLAIM, deadlines={"turn": 5}))
    assert refused.value.current == 2
    assert store.head("g") == 2
    assert store.find_claim("g", "scope") is None
    assert all(store.due(shard, 10, 10) == [] for shard in range(64))


@pytest.mark.parametrize("given", [{"token:1": b"other"}, {"token:1": b""}, {"token:2": b"seat"}])
def test_what_was_decided_on_another_fact_is_never_appended(store: EventStore, given: dict[str, bytes]) -> None:
    store.append("g", 0, versions(1), beside=Beside(claim=CLAIM, facts={"token:1": b"seat"}))
    for expected in (0, 1):
        with pytest.raises(OtherFacts):
            store.append(
                "g", expected, versions(1), beside=BESIDE._replace(claim=CLAIM, deadlines={"turn": 5}, given=given)
            )
    assert store.head("g") == 1
    assert store.facts("g") == {"token:1": b"seat"}


def test_what_was_decided_on_facts_that_still_hold_is_appended_once(store: EventStore) -> None:
    store.append("g", 0, versions(1), beside=Beside(facts={"token:1": b"seat"}))
    batch, facts = versions(1), {"token:1": b""}
    assert store.append("g", 1, batch, beside=Beside(facts=facts, given={"token:1": b"seat", "token:2": b""})) == 2
    assert store.append("g", 1, batch, beside=Beside(facts=facts, given={"token:1": b"seat", "token:2": b""})) == 2
    assert store.fact("g", "token:1") is None


def test_the_tip_is_a_version_with_its_chain(store: EventStore) -> None:
    assert store.tip("g") == store.tip("g", 1) == Tip(0, ROOT)
    store.append("g", 0, [version(event(n=1), event(n=2)), version(event(n=3), event(n=4), event(n=5))])
    chains = {e.version: e.chain for e in store.read("g")}
    assert store.tip("g") == store.tip("g", 2) == Tip(2, chains[2])
    assert store.tip("g", 1) == Tip(1, chains[1])
    assert store.tip("g", 3) == store.tip("g", 0) == Tip(0, ROOT)


def test_what_was_decided_on_another_past_is_never_appended(store: EventStore) -> None:
    store.append("g", 0, versions(2))
    store.append("other", 0, versions(3)[1:])
    before, other = store.read("g"), store.tip("other").chain
    with pytest.raises(OtherPast) as refused:
        store.append("g", 2, versions(2), chain=other, beside=BESIDE._replace(claim=CLAIM, deadlines={"turn": 5}))
    assert refused.value.current == 2
    assert store.read("g") == before
    assert store.find_claim("g", "scope") is None
    assert (store.facts("g"), store.names("g")) == ({}, {})
    assert all(store.due(shard, 10, 10) == [] for shard in range(64))
    assert len(store.feed(keys.shard_of("g"), START, 9)) == 2 + 2 * (keys.shard_of("other") == keys.shard_of("g"))
    assert store.append("g", 2, versions(1), chain=before[-1].chain) == 3


def test_another_past_further_back_is_a_conflict(store: EventStore) -> None:
    store.append("g", 0, versions(3))
    with pytest.raises(Conflict) as refused:
        store.append("g", 2, versions(1), chain="ab" * 16)
    assert (type(refused.value), refused.value.current) == (Conflict, 3)
    with pytest.raises(Conflict):
        store.append("g", 5, versions(1), chain="ab" * 16)


def test_repeating_an_append_on_its_own_past_answers_as_before(store: EventStore) -> None:
    store.append("g", 0, versions(1))
    batch, past = versions(2, "mine"), store.tip("g").chain
    assert store.append("g", 1, batch, chain=past) == 3
    assert store.append("g", 1, batch, chain=past) == 3
    with pytest.raises(Conflict):
        store.append("g", 1, batch, chain="ab" * 16)
    assert store.head("g") == 3


def test_repeating_an_append_answers_as_before_and_writes_nothing(store: EventStore) -> None:
    batch = versions(3, "mine")
    assert store.append("g", 0, batch, beside=Beside(claim=CLAIM)) == 3
    assert store.append("g", 0, batch, beside=Beside(claim=CLAIM)) == 3
    store.append("g", 3, versions(2))
    assert store.append("g", 0, batch, beside=Beside(claim=CLAIM)) == 3
    assert store.head("g") == 5
    assert len(store.read("g")) == 5


def test_the_same_command_id_with_other_events_is_a_rival(store: EventStore) -> None:
    store.append("g", 0, [version(event(n=1), command_id="same")])
    with pytest.raises(Conflict):
        store.append("g", 0, [version(event(n=2), command_id="same")])


def test_the_same_events_of_another_command_are_a_rival(store: EventStore) -> None:
    store.append("g", 0, [version(event(n=1), command_id="one")])
    with pytest.raises(Conflict):
        store.append("g", 0, [version(event(n=1), command_id="two")])


def test_a_batch_half_of_which_was_written_is_a_rival(store: EventStore) -> None:
    first, second = versions(2, "mine")
    store.append("g", 0, [first])
    with pytest.raises(Conflict):
        store.append("g", 0, [first, second])
    assert store.head("g") == 1


@pytest.mark.parametrize("expected", [0, 1, 7])
def test_a_claimed_key_is_a_duplicate_at_any_version(store: EventStore, expected: int) -> None:
    store.append("g", 0, versions(1), beside=Beside(claim=CLAIM))
    with pytest.raises(Duplicate) as refused:
        store.append("g", expected, versions(1), beside=Beside(claim=Claim("scope", "hash-2", b"other")))
    assert (refused.value.request_hash, refused.value.answer) == ("hash-1", CLAIM.answer)
    assert store.find_claim("g", "scope") == ("hash-1", CLAIM.answer)
    assert store.find_claim("g", "other") is None
    assert store.head("g") == 1


def test_facts_and_names_come_with_the_append(store: EventStore) -> None:
    store.set_facts("g", {"gone": b"old", "kept": b"k"})
    store.set_name("g", 2, "Bea")
    store.append("g", 0, versions(1), beside=BESIDE._replace(claim=CLAIM, deadlines={"turn": 5}))
    assert store.facts("g") == {"kept": b"k", "token:1": b"\x00\xff"}
    assert store.names("g") == {0: "Ana", 2: "Øyvind: 狼"}
    store.append("g", 1, versions(1), beside=Beside(facts={"token:1": b"", "kept": b"l"}, names={0: "", 1: "Cyd"}))
    assert store.facts("g") == {"kept": b"l"}
    assert store.names("g") == {1: "Cyd", 2: "Øyvind: 狼"}
    store.append("g", 2, versions(1), beside=Beside(names={1: ""}))
    store.append("g", 3, versions(1), beside=Beside(facts={"kept": b""}))
    assert (store.facts("g"), store.names("g")) == ({}, {2: "Øyvind: 狼"})


def test_a_conflict_writes_nothing_beside_the_log(store: EventStore) -> None:
    store.append("g", 0, versions(2))
    store.set_facts("g", {"gone": b"old"})
    with pytest.raises(Conflict):
        store.append("g", 1, versions(2), beside=BESIDE)
    assert (store.facts("g"), store.names("g")) == ({"gone": b"old"}, {})


def test_a_duplicate_writes_nothing_beside_the_log(store: EventStore) -> None:
    store.append("g", 0, versions(1), beside=Beside(claim=CLAIM))
    store.set_facts("g", {"gone": b"old"})
    with pytest.raises(Duplicate):
        store.append("g", 1, versions(1), beside=BESIDE._replace(claim=CLAIM))
    assert (store.facts("g"), store.names("g")) == ({"gone": b"old"}, {})


def test_a_repeated_append_writes_nothing_beside_the_log(store: EventStore) -> None:
    batch = versions(1, "mine")
    store.append("g", 0, batch, beside=BESIDE)
    store.set_facts("g", {"token:1": b"newer"})
    store.set_name("g", 0, "Cyd")
    assert store.append("g", 0, batch, beside=BESIDE) == 1
    assert store.fact("g", "token:1") == b"newer"
    assert store.names("g")[0] == "Cyd"


def test_a_claim_ends(store: EventStore) -> None:
    store.append("g", 0, versions(1), beside=Beside(claim=Claim("brief", "h", b"a", ttl_s=1)))
    store.append("other", 0, versions(1), beside=Beside(claim=Claim("brief", "h", b"a", ttl_s=600)))
    until = time.monotonic() + 60
    while store.find_claim("g", "brief") is not None:
        assert time.monotonic() < until
        time.sleep(0.02)
    assert store.find_claim("other", "brief") == ("h", b"a")
    assert store.append("g", 1, versions(1), beside=Beside(claim=Claim("brief", "h", b"b"))) == 2


@pytest.mark.parametrize(
    ("limit", "sizes"),
    [(0, [4]), (1, [4]), (3, [4]), (4, [4]), (5, [4, 1]), (6, [4, 1]), (7, [4, 1]), (8, [4, 1, 3]), (9, [4, 1, 3])],
)
def test_a_page_never_splits_a_version(store: EventStore, limit: int, sizes: list[int]) -> None:
    store.append("g", 0, [version(*(event(n=n) for n in range(size))) for size in (4, 1, 3)])
    expected = [(number, index) for number, size in enumerate(sizes, 1) for index in range(size)]
    assert [(e.version, e.index) for e in store.read("g", limit_events=limit)] == expected


def test_a_page_begins_and_ends_where_it_is_told(store: EventStore) -> None:
    store.append("g", 0, versions(6))
    assert [e.version for e in store.read("g", 2, 4)] == [3, 4]
    assert [e.version for e in store.read("g", 4)] == [5, 6]
    assert [e.version for e in store.read("g", 2, 5, 2)] == [3, 4]
    assert store.read("g", 4, 4) == store.read("g", 5, 2) == store.read("g", 6) == []


def test_the_chain_proves_a_record(store: EventStore) -> None:
    store.append("g", 0, [version(event(n=1), event(n=2)), version(event(n=3))])
    store.append("g", 2, versions(2))
    record = store.read("g")
    assert verify_chain(record) == record[-1].chain
    assert verify_chain(store.read("g", 2), 2, record[2].chain) == record[-1].chain
    forged = [*record]
    forged[1] = type(record[1])(**{name: getattr(record[1], name) for name in record[1].__slots__} | {"body": b"{}"})
    for wrong in (forged, record[1:], [record[0], *record[2:]], [*record[:2], *record[3:]], record[::-1], record * 2):
        with pytest.raises(ChainBroken):
            verify_chain(wrong)


def test_equal_games_have_equal_chains_wherever_they_lie(store: EventStore) -> None:
    for game in ("g", "h"):
        store.append(game, 0, [version(event(n=1)), version(event(n=2))])
    assert store.read("g")[-1].chain == store.read("h")[-1].chain


@pytest.mark.parametrize("game", ["", "a b", "a:b", "a*", "x" * 65, "é"])
def test_a_game_id_is_plain(store: EventStore, game: str) -> None:
    with pytest.raises(ValueError):
        store.append(game, 0, versions(1))


@pytest.mark.parametrize(
    "batch",
    [
        [],
        [Version((), header())],
        [version(command_id="two words")],
        [version(event("Two Words"))],
        [Version((event(),), type(header())("c", 0, "", 1, 0))],
        [Version((event(),), type(header())("c", 0, "toy", 1, 0, "not hex"))],
    ],
)
def test_malformed_versions_are_refused(store: EventStore, batch: list[Version]) -> None:
    with pytest.raises(ValueError):
        store.append("g", 0, batch)
    assert store.head("g") == 0


@pytest.mark.parametrize(
    "extra",
    [
        {"claim": Claim("two words", "h", b"")},
        {"claim": Claim("s", "two words", b"")},
        {"claim": Claim("s", "h", b"", ttl_s=0)},
        {"deadlines": {"": 5}},
        {"deadlines": {"turn": -1}},
        {"facts": {"two words": b"x"}},
        {"names": {-1: "Ana"}},
    ],
)
def test_malformed_claims_and_deadlines_are_refused(store: EventStore, extra: dict) -> None:
    with pytest.raises(ValueError):
        store.append("g", 0, versions(1), beside=Beside(**extra))
    assert store.head("g") == 0
    assert (store.facts("g"), store.names("g")) == ({}, {})
