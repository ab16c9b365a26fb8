"""Tests who is told to be there by two processes of the API, one of which is killed with its streams."""

import contextlib
import signal
import time
from collections.abc import Callable
from typing import Any

from redis import Redis

from service.clients.presence import LINGER_MS
from service.queue.keys import presence
from service.queue.stream_leases import LEASE_MS
from tests.conftest import StorePair
from tests.service.http.live import Server, served

PATIENCE_S = 90


def until(is_so: Callable[[], Any]) -> Any:
    """Wait until something is so, and return it."""
    ends = time.monotonic() + PATIENCE_S
    while not (found := is_so()):
        assert time.monotonic() < ends, "it never came to be"
        time.sleep(0.1)
    return found


def pass_time(redis: Redis, ms: int) -> None:
    """Let everything that is noted of open streams be older."""
    for name in redis.keys(presence("*")):
        for field, at in redis.hgetall(name).items():
            redis.hset(name, field, int(at) - ms)


def here(server: Server, path: str, token: str) -> bool:
    status, shown = server.ask("GET", f"{path}/presence", token=token)
    assert status == 200, shown
    return bool(shown["seats"][0]["here"])


def test_another_process_tells_it_and_forgets_the_streams_of_a_killed_one(stores: StorePair, rq_redis: Redis) -> None:
    with contextlib.ExitStack() as stack:
        one, other = (stack.enter_context(served(stores)) for _ in range(2))
        made = one.ask("POST", "/v1/games", {"ruleset": "toy", "seats": [{"kind": "human"}, {"kind": "human"}]})[1]
        path, (ana, bea) = f"/v1/games/{made['id']}", [seat["token"] for seat in made["seats"]]
        assert one.ask("PATCH", f"{path}/seats/0", {"presence": True}, ana)[0] == 200
        assert not here(other, path, bea)
        first = one.stream(f"{path}/events", Authorization=f"Bearer {ana}")
        until(lambda: here(other, path, bea))
        told = other.stream(f"{path}/events?presence=true&after=latest", Authorization=f"Bearer {bea}").messages()
        assert next(one for one in told if one["event"] == "presence")["data"] == {"seats": [{"seat": 0, "here": True}]}

        one.process.send_signal(signal.SIGKILL)
        first.close()
        assert here(other, path, bea), "its lease has not expired"
        pass_time(rq_redis, LEASE_MS + LINGER_MS)
        assert not here(other, path, bea)
        assert next(one for one in told if one["event"] == "presence")["data"]["seats"][0]["here"] is False

        again = other.stream(f"{path}/events", Authorization=f"Bearer {ana}")
        until(lambda: here(other, path, bea))
        again.close()
