"""Tests runs of the archive's index: each game is found by one read of a page, and damage is noticed."""

from random import Random

import pytest

from eventstore.archive import places, runs
from eventstore.archive.places import hash_of
from eventstore.log.chain import ChainBroken
from tests.eventstore.archive.reading_runs import read_run


def entries(count: int) -> dict[bytes, bytes]:
    """Return so many places by the hashes of their games."""
    random = Random(count)
    return {hash_of(f"game {number}"): random.randbytes(places.SIZE) for number in range(count)}


def find(content: bytes, game: str) -> bytes | None:
    """Look a game up as a reader does that caches nothing."""
    read = runs.reader_of(content)
    directory = runs.read_directory(read)
    page = runs.read_page(read, directory, runs.page_of(hash_of(game), directory.bits))
    return runs.find_in(page, hash_of(game))


@pytest.mark.parametrize("count", [0, 1, 2, 255, 256, 257, 3_000])
def test_a_run_has_its_own_games_and_no_others(count: int) -> None:
    there = entries(count)
    content = runs.write_run(there)
    assert read_run(content) == there
    for number in range(0, count, max(1, count // 100)):
        assert find(content, f"game {number}") == there[hash_of(f"game {number}")]
    assert [find(content, f"no game {number}") for number in range(100)] == [None] * 100


def test_a_changed_byte_is_noticed_by_all_who_read_it() -> None:
    content = runs.write_run(entries(40))
    for at in range(0, len(content), 7):
        if content[at : at + 1].isspace():
            continue  # what the first line is filled up with
        changed = content[:at] + bytes([content[at] ^ 1]) + content[at + 1 :]
        with pytest.raises(ChainBroken):
            read_run(changed) if changed.split()[:3] == content.split()[:3] else find(changed, "game 1")
