"""Tests that seeks are filled once or end, while two processes of the API fill them and are killed meanwhile."""

import contextlib
import http.client
import signal
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from random import Random
from threading import Event, Lock, Thread
from typing import Any

import pytest

from eventstore.streams import open_store
from service.clients.api_keys import ADMIN_ID, ADMIN_SCOPES, MOST_QUOTAS, ApiKey, NewKey, make_key
from service.clients.players import NewPlayer, issue_token, make_player
from service.clients.seeks import LIFE_MS, SEEKS, open_seeks_of
from service.game.context import Context, compose
from service.process.wall_clock import now_ms
from service.queue.jobs import Jobs
from service.settings import read_settings
from tests.conftest import StorePair
from tests.service.http.client import OFFERED
from tests.service.http.live import Server, served
from workers.sweeping.due_work import sweep

AT_ONCE = 24
ADMINISTRATOR = ApiKey(ADMIN_ID, "", ADMIN_SCOPES, MOST_QUOTAS, None, trusted=True, created=0)


@dataclass
class Tally:
    """Counts what the clients have seen of their seeks: how each ended, and how many answers were lost."""

    ended: dict[str, dict[str, Any]] = field(default_factory=dict)
    players: dict[str, str] = field(default_factory=dict)
    lost: Counter[str] = field(default_factory=Counter)
    left: set[str] = field(default_factory=set)
    lock: Lock = field(default_factory=Lock)


class Pair:
    """Runs two servers; each is killed and replaced once its share of the seeks has been posted."""

    def __init__(self, stores: StorePair, stack: contextlib.ExitStack, kills: list[int]) -> None:
        self._stores, self._stack = stores, stack
        self.servers = [self._new(), self._new()]
        self._kills, self._count, self._lock = kills, 0, Lock()

    def _new(self) -> Server:
        return self._stack.enter_context(served(self._stores))

    def count(self) -> None:
        """Count a seek that is about to be posted; kill a server in the midst of others when it is time."""
        with self._lock:
            self._count += 1
            if self._count not in self._kills:
                return
            number = self._kills.index(self._count) % 2
            self.servers[number].process.send_signal(signal.SIGKILL)
            self.servers[number] = self._new()


@pytest.fixture
def sweeper(stores: StorePair) -> Iterator[Context]:
    """Yield a context whose clock can be moved, by which a sweep goes on until the test is over."""
    urls = {"LONGROAD_EVENTS_URL": stores.events_url, "LONGROAD_RQ_URL": stores.rq_url}
    settings = read_settings({**urls, "LONGROAD_STORE_PROMISES": "may-lose-games"})
    context = compose(settings, open_store(stores.events_url), OFFERED, Jobs.at(stores.rq_url))
    over = Event()

    def go_on() -> None:
        while not over.wait(0.2):
            sweep(context)

    thread = Thread(target=go_on, daemon=True)
    thread.start()
    yield context
    over.set()
    thread.join()


def play(pair: Pair, player: str, token: str, seeks: int, tally: Tally, rng: Random) -> None:
    """Post seeks one after the other; wait for some of them, withdraw some, and leave some alone."""
    headers = {"X_Api_Key": token}
    for _ in range(seeks):
        pair.count()
        wish = {"ruleset": "toy", "seats": rng.choice((2, 2, 3)), "wait_s": 60}
        try:
            status, seek = pair.servers[rng.randrange(2)].ask("POST", "/v1/seeks", wish, **headers)
        except (OSError, http.client.HTTPException):
            tally.lost[player] += 1
            continue
        if status == 403:  # five are open: let one go
            with contextlib.suppress(OSError, http.client.HTTPException):
                mine = pair.servers[0].ask("GET", "/v1/seeks?mine=true", **headers)[1]["seeks"]
                for one in mine[:2]:
                    pair.servers[1].ask("DELETE", f"/v1/seeks/{one['id']}", **headers)
            continue
        assert status == 201, seek
        tally.players[seek["id"]] = player
        with tally.lock:
            tally.left.add(seek["id"])
        look(pair, seek, headers, tally, rng)


def look(pair: Pair, seek: dict[str, Any], headers: dict[str, str], tally: Tally, rng: Random) -> None:
    """Ask a few times what became of a seek, and perhaps withdraw it."""
    for _ in range(rng.randint(0, 3)):
        if seek["status"] != "open":
            break
        with contextlib.suppress(OSError, http.client.HTTPException):
            found = pair.servers[rng.randrange(2)].ask("GET", f"/v1/seeks/{seek['id']}", **headers)
            assert found[0] == 200, found
            seek = found[1]
    if seek["status"] != "open":
        with tally.lock:
            tally.ended[seek["id"]] = seek
            tally.left.discard(seek["id"])


@pytest.mark.parametrize(("seeks", "clients"), [(240, 24), pytest.param(10_000, 200, marks=pytest.mark.full)])
def test_every_seek_is_filled_once_or_ends(stores: StorePair, sweeper: Context, seeks: int, clients: int) -> None:
    tally, players = Tally(), []
    for _ in range(clients // 4):
        key, _ = make_key(sweeper, ADMINISTRATOR, NewKey())  # one that counts for itself, not to an address
        for number in range(4):
            player = make_player(sweeper, key, NewPlayer(f"Player {number}"))
            players.append((player.id, issue_token(sweeper, player)))
    kills = [seeks * part // 10 for part in (2, 4, 6, 8)]
    with contextlib.ExitStack() as stack:
        pair = Pair(stores, stack, kills)
        with ThreadPoolExecutor(min(clients, AT_ONCE)) as pool:
            each = seeks // clients
            done = [
                pool.submit(play, pair, player, token, each, tally, Random(number))
                for number, (player, token) in enumerate(players)
            ]
            for one in done:
                one.result()

    object.__setattr__(sweeper, "clock", lambda: now_ms() + LIFE_MS + 10_000)
    for _ in range(20):
        sweep(sweeper)

    assert sweeper.store.rows.list_rows(SEEKS, "all", 10) == []
    assert [player for player, _ in players if open_seeks_of(sweeper, player)] == []
    assert {seek["status"] for seek in tally.ended.values()} <= {"filled", "withdrawn", "expired"}
    filled = {id: seek["game"] for id, seek in tally.ended.items() if seek["status"] == "filled"}
    assert len(filled) > seeks // 4, "most are filled"
    seated = Counter[str]()
    for page in sweeper.store.all_games():
        for game_id in page:
            facts = sweeper.store.facts(game_id)
            sitting = [value.decode().partition(":")[0] for name, value in facts.items() if name.startswith("client:")]
            sitting = [one for one in sitting if one in dict(players)]
            if sitting:
                assert len(set(sitting)) == len(sitting) == len(sweeper.games.load(game_id).table.seats)
                seated.update(sitting)
    taken = Counter((tally.players[id], game) for id, game in filled.items())
    assert set(taken.values()) == {1}, "no two seeks of one player are filled by one game"
    known = Counter(tally.players[id] for id in filled)
    unsure = Counter(tally.players[id] for id in tally.left) + tally.lost
    for player, _ in players:
        assert known[player] <= seated[player] <= known[player] + unsure[player]
