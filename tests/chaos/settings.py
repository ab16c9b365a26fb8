"""Changes the settings of a store that an operator runs, or the store itself, under play, and sets them back.

The store is emptied and exchanged by SWAPDB, which all clients see at once, so that nothing that was answered is in the
part which is away. Nothing of a game may be in what took its place when it goes.
"""

import json
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

from eventstore import keys
from eventstore.embedded.server import start
from eventstore.keys import IDENTITY, owners, place_in
from tests.chaos.faults import Kind, Scene, cut_store
from tests.chaos.house import House
from tests.chaos.parts import EVENTS, STORES
from tests.service.processes import wait_for
from tests.trials.players import slug_of
from tests.trials.wishes import HUMAN

GROUP: Final = "settings"
"""The group of the faults that need a store which the service does not start itself."""
PART: Final = next(part for part, store in STORES.items() if store == EVENTS)
LASTS_S: Final = (2.0, 6.0)
NOTICED_S: Final = 30.0
ASIDE: Final = 1
"""The database in which the store is while it is away."""
POLICY: Final = "maxmemory-policy"
PASSWORD: Final = "a password that the service does not have"


class Rented(House):
    """Represents the service on an event store of an operator's own, which this house runs."""

    def __init__(self, data_dir: Path, **settings: str) -> None:
        self.store = start(data_dir.with_name("outside"))
        ours = {"LONGROAD_EVENTS_URL": self.store.url, "LONGROAD_STORE_PROMISES": "kept"}
        super().__init__(data_dir, **{**ours, **settings})

    def pids(self, part: str) -> list[int]:
        """Return the living processes of a part, of which one is the operator's store."""
        return [self.store.pid] if part == PART else super().pids(part)

    def url(self, store: str) -> str:
        """Return the address of a store."""
        return self.store.url if store == EVENTS else super().url(store)

    def end(self) -> None:
        """End the service and then the store."""
        super().end()
        self.store.stop()

    def revive(self) -> None:
        """End what is left of the service and start it again on the same store."""
        super().end()
        self.start_again()
        self.await_whole()

    def operator(self, database: int = 0, **login: str) -> Redis:
        """Return a client of the operator's."""
        return Redis.from_url(self.store.url, db=database, retry=Retry(NoBackoff(), 0), **login)

    def says(self, reason: str) -> bool:
        """Return whether the service says that it is not ready for this reason."""
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{self.port}/readyz", timeout=5).close()
        except urllib.error.HTTPError as refused:
            return refused.code == 503 and reason in json.load(refused).get("reasons", ())
        except OSError:
            pass
        return False


def rented(scene: Scene) -> Rented:
    """Return the house of a scene."""
    assert isinstance(scene.house, Rented)
    return scene.house


def last(scene: Scene, reason: str) -> None:
    """Let a fault last until the service has said so, and some seconds longer."""
    if not wait_for(lambda: rented(scene).says(reason), NOTICED_S):
        scene.complaints.append(f"the service did not say {reason}: {scene.house.said}")
    time.sleep(scene.rng.uniform(*LASTS_S))


def let_evict(scene: Scene) -> None:
    """Let the store evict games if memory were short."""
    with rented(scene).operator() as client:
        client.config_set(POLICY, "allkeys-lru")
        last(scene, "evicts")
        client.config_set(POLICY, "noeviction")


def change_password(scene: Scene) -> None:
    """Let the store require a password that the service does not have, also of the connections that stand."""
    with rented(scene).operator() as client:
        client.config_set("requirepass", PASSWORD)
    with rented(scene).operator(password=PASSWORD) as client:
        client.client_kill_filter(_type="normal", skipme=True)
        last(scene, "wrong_password")
        client.config_set("requirepass", "")


def empty(scene: Scene) -> None:
    """Empty the store and put back what was in it."""
    with away(scene):
        last(scene, "store_replaced")


def exchange(scene: Scene) -> None:
    """Put another service's store in the place of this one, and connect it again."""
    with rented(scene).operator(ASIDE) as client:
        for number, owner in enumerate(owners()):
            client.hset(place_in(number), IDENTITY, f"another store's {owner}")
        client.xadd(keys.log("game-of-another-store"), {"e": "not of this service"}, "1-0")
    with away(scene, others=1):
        cut_store(PART, scene)
        last(scene, "store_replaced")


@contextmanager
def away(scene: Scene, others: int = 0) -> Iterator[None]:
    """Put what is aside in the place of the store, which has the games of `others`, until the block ends."""
    with rented(scene).operator() as client, rented(scene).operator(ASIDE) as aside:
        client.swapdb(0, ASIDE)
        try:
            write(scene)
            yield
        finally:
            client.swapdb(0, ASIDE)
            with suppress(RedisError):
                client.client_kill_filter(_type="normal", skipme=True)
        written = [key.decode() for key in aside.scan_iter(match=keys.LOGS, count=1000)]
        if len(written) != others:
            scene.complaints.append(f"games were written into another store: {written}")
        aside.flushdb()


def write(scene: Scene) -> None:
    """Send what would write something new, at once, which must be refused without having been noticed before."""
    line = scene.hall.line()
    for path, body in (("/v1/games", {"ruleset": "catan", "seats": [HUMAN] * 3}), ("/v1/keys", {})):
        status, answer = line.once("POST", path, {"Content-Type": "application/json"}, body)
        if (status, slug_of(answer)) != (503, "store_replaced"):
            scene.complaints.append(f"{path} over another store answers {status} {answer}")


SETTINGS: Final = (
    Kind("let the events store evict", GROUP, let_evict),
    Kind("change the password of the events store", GROUP, change_password),
    Kind("empty the events store and put it back", GROUP, empty),
    Kind("exchange the events store and put it back", GROUP, exchange),
)
