"""Tests that a part of the index that is gone from the archive holds up nothing but what it alone knows."""

from pathlib import Path

import pytest

from eventstore.archive.files import FileObjects
from eventstore.archive.objects import ObjectsAway
from eventstore.keys import SHARDS, shard_of
from service.clients import fact_names
from service.clients.api_keys import NewKey, make_key
from service.clients.own_games import list_owners
from service.game.context import Context
from tests.eventstore.archive.putting_away import put_away
from tests.workers.sweeping.aged import DAY_MS, clock, ended
from workers.sweeping.list_filing import ListFiling
from workers.sweeping.segment_scrub import SegmentScrub

LONG_S = 600


def lost(context: Context, place: Path) -> str:
    """Return an archived game whose part of the index is gone."""
    game = ended(context)
    assert put_away(context.store, game) == [game]
    assert context.store.seal(shard_of(game), 1) == 1
    for path in place.glob("index/*/*"):
        path.unlink()
    return game


def test_segments_are_proven_though_the_places_of_their_games_are_gone(
    archiving: Context, place: Path, caplog: pytest.LogCaptureFixture
) -> None:
    lost(archiving, place)
    scrub = SegmentScrub(archiving)
    for times in (1, 2):
        scrub.step()
        assert all(scrub.rounds.of(shard).rounds == times for shard in range(SHARDS))
        assert "cannot be looked up" in caplog.text
        clock(archiving).ms += DAY_MS


def test_bytes_that_changed_are_told_though_the_place_of_their_game_is_gone(
    archiving: Context, place: Path, caplog: pytest.LogCaptureFixture
) -> None:
    lost(archiving, place)
    [segment] = place.rglob("*.seg")
    content = bytearray(segment.read_bytes())
    content[60] ^= 1
    segment.write_bytes(content)
    scrub = SegmentScrub(archiving)

    scrub.step()

    assert all(scrub.rounds.of(shard).rounds == 1 for shard in range(SHARDS))
    assert "one of its games cannot be looked up" in caplog.text


def test_lists_of_others_move_though_the_place_of_a_game_is_gone(
    archiving: Context, place: Path, caplog: pytest.LogCaptureFixture
) -> None:
    store = archiving.store
    for _ in range(2):
        make_key(archiving, None, NewKey())
    first, second = list_owners(archiving)
    store.set_facts(first, {fact_names.game(lost(archiving, place)): b"1 1"})
    other = ended(archiving)
    assert put_away(store, other) == [other]
    store.set_facts(second, {fact_names.game(other): b"1 1"})

    walk = ListFiling(archiving)
    assert walk.step(LONG_S) == 1
    assert f"the list of {first} names an archived game that is damaged or gone" in caplog.text
    assert walk.step(LONG_S) == 0
    clock(archiving).ms += DAY_MS // 2
    caplog.clear()
    assert walk.step(LONG_S) == 0
    assert not caplog.text, "it rests for a day"


def test_lists_wait_while_the_archive_as_a_whole_does_not_answer(
    archiving: Context, place: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    for _ in range(2):
        owner = make_key(archiving, None, NewKey())[0].id
        archiving.store.set_facts(owner, {fact_names.game(lost(archiving, place)): b"1 1"})

    def refuse(*_: object) -> bytes:
        raise ObjectsAway("slow", "it is slow")

    monkeypatch.setattr(FileObjects, "get", refuse)
    assert ListFiling(archiving).step(LONG_S) == 0
    assert caplog.text.count("wait") == 1
