"""Tests couriers of several sweeps: each tells of its own shards, and one goes on where another has stopped."""

from collections import Counter
from threading import Event

from eventstore.keys import SHARDS, shard_of
from tests.service.http.client import SEATS
from tests.service.processes import wait_for
from tests.service.webhooks.conftest import House
from tests.workers.serving.given_shares import GivenShares
from workers.webhooks.delivery_queue import Courier

GAMES = 12
EVERY, EVEN, ODD, NONE = (frozenset(range(*some)) for some in ((SHARDS,), (0, SHARDS, 2), (1, SHARDS, 2), (0,)))


def test_each_game_is_told_once_whoever_serves_its_shard(house: House) -> None:
    house.hook(types=["events"])
    over, shares, told = Event(), [GivenShares(EVEN), GivenShares(NONE)], set[str]()
    couriers = [Courier(house.ctx, over, own) for own in shares]
    for courier in couriers:
        courier.start()
    try:
        for first, second in ((EVEN, NONE), (EVEN, ODD), (NONE, EVERY)):
            shares[0].own, shares[1].own = first, second
            games = [house.table(seats=SEATS).id for _ in range(GAMES)]
            told.update(games)
            expected = {game for game in told if shard_of(game) in first | second}
            assert wait_for(lambda expected=expected: expected <= games_in(house))  # type: ignore[misc]
            assert games_in(house) <= expected
    finally:
        over.set()
    assert games_in(house) == told
    messages = [str(one["data"]) for one in house.receiver.messages()]
    assert max(Counter(messages).values()) == 1


def games_in(house: House) -> set[str]:
    """Return the games of which the webhook has heard."""
    return {message["data"]["game"] for message in house.receiver.messages()}
