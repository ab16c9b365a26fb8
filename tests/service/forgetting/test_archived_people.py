"""Tests that a person is forgotten in archived games, too, and is found nowhere in the archive afterwards."""

from pathlib import Path

import pytest
from redis import Redis

from eventstore.archive.objects import ArchiveAway
from eventstore.archive.opening import open_archive
from eventstore.streams import open_store
from service.catalog import RULESETS
from service.clients.api_keys import NewKey, make_key
from service.clients.key_endings import revoke
from service.clients.names import names_at
from service.clients.ownership import Maker
from service.forgetting.people import find_key, find_seat, forget
from service.game.context import Context, compose
from service.handlers.new_seats import NewSeat
from service.handlers.openings import NewGame, create_game
from service.handlers.resignation import resign
from service.queue.jobs import Jobs
from service.settings import read_settings
from tests.conftest import StorePair
from tests.eventstore.archive.putting_away import clear_away, put_away
from tests.service.tables import caller


def context(stores: StorePair, tmp_path: Path, place: Path | None) -> Context:
    """Return the context of a new process."""
    where = {"LONGROAD_EVENTS_URL": stores.events_url, "LONGROAD_RQ_URL": stores.rq_url}
    settings = read_settings({**where, "LONGROAD_DATA_DIR": str(tmp_path / "var")})
    return compose(
        settings, open_store(stores.events_url, archive=open_archive(place)), RULESETS, Jobs.at(stores.rq_url)
    )


@pytest.mark.parametrize("whom", ["seat", "key", "key that was deleted before"])
def test_a_forgotten_person_is_in_no_byte_of_the_archive(
    stores: StorePair, events_redis: Redis, rq_redis: Redis, tmp_path: Path, place: Path, whom: str
) -> None:
    ctx = context(stores, tmp_path, place)
    key, _ = make_key(ctx, None, NewKey("Ana"))
    maker = Maker("share", key.id) if whom != "seat" else Maker("share")
    made = create_game(ctx, NewGame("goofspiel", [NewSeat("human", "Ana"), NewSeat("human", "Bea")]), maker=maker)
    resign(ctx, caller(ctx, made, 0))
    name, facts = ctx.store.names(made.id)[0], ctx.store.facts(made.id)
    assert put_away(ctx.store, made.id) == [made.id]
    [segment] = place.rglob("*.seg")
    before = segment.read_bytes()
    if whom == "key that was deleted before":
        revoke(ctx, key, key.id)

    bare = context(stores, tmp_path, None)
    with pytest.raises(ArchiveAway):
        bare.store.facts(made.id)
    forget(ctx, find_seat(ctx, made.id, 0) if whom == "seat" else find_key(ctx, key.id))
    clear_away(ctx.store)

    assert ctx.store.names(made.id)[0] != name
    assert not names_at(ctx, made.id).get(0)
    assert len(ctx.store.facts(made.id)) < len(facts)
    assert put_away(ctx.store, made.id) == [made.id]
    clear_away(ctx.store)
    after = b"".join(path.read_bytes() for path in place.rglob("*.seg"))
    offset = before.index(b"longroad-game 1 ")
    assert before[offset : offset + 200] not in after
    assert after.count(b"longroad-game 1 ") == 1
