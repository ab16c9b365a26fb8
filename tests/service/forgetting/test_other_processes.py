"""Tests what clients of other processes see when somebody was forgotten, and that requests may forget, too."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from eventstore.streams import open_store
from service.clients import fact_names
from service.clients.api_keys import find_key as find_trusted_key
from service.clients.names import GONE
from service.clients.ownership import Maker
from service.forgetting.people import find_key, find_seat, forget
from service.game.context import Context, compose
from service.handlers.seating import SeatWish, take_seat
from service.problems import Problem
from service.queue.jobs import Jobs
from service.settings import read_settings
from service.webhooks.registry import find_hook
from tests.conftest import StorePair
from tests.service.http.client import OFFERED, Table, checked_app, new_table
from tests.service.http.keys import new_key, with_key
from tests.service.http.problem_answers import problem
from tests.service.processes import wait_for
from workers.sweeping.sealing import Forgetting

ANA, BEA = "Anastasia Here", "Beatrice There"


class Process:
    """Represents a process that serves the stores of the session, with a memory of its own."""

    def __init__(self, stores: StorePair, data_dir: Path) -> None:
        urls = {"LONGROAD_EVENTS_URL": stores.events_url, "LONGROAD_RQ_URL": stores.rq_url}
        settings = read_settings({**urls, "LONGROAD_DATA_DIR": str(data_dir), "LONGROAD_WEBHOOKS": "loopback"})
        self.ctx: Context = compose(settings, open_store(stores.events_url), OFFERED, Jobs.at(stores.rq_url))
        self.client: FlaskClient = checked_app(self.ctx).test_client()


@pytest.fixture
def processes(stores: StorePair, tmp_path: Path) -> Iterator[tuple[Process, Process]]:
    """Yield two processes."""
    both = Process(stores, tmp_path), Process(stores, tmp_path)
    yield both
    for process in both:
        process.client.application.extensions["longroad"].hub.stop()


def owned(client: FlaskClient, key: str) -> Table:
    """Return a running game of a key's seat and another one's."""
    wish = {"ruleset": "toy", "seats": [{"kind": "human", "name": ANA}, {"kind": "open"}]}
    made = client.post("/v1/games", json=wish, headers=with_key(key)).json
    taken = client.post(f"/v1/games/{made['id']}/seats", json={"name": BEA}).json
    return Table(client, made["id"], [made["seats"][0]["token"], taken["token"]], made["owner_token"], None)


def named(client: FlaskClient, game: str) -> list[str | None]:
    return [seat.get("name") for seat in client.get(f"/v1/games/{game}").json["seats"]]


def in_lobby(client: FlaskClient, game: str) -> list[str | None]:
    rows = client.get("/v1/games").json["games"]
    return [seat.get("name") for seat in next(row for row in rows if row["id"] == game)["seats"]]


def test_a_request_forgets_a_key_everywhere_and_the_sweep_does_the_rest(processes: tuple[Process, Process]) -> None:
    here, there = processes
    maker = new_key(here.client, scopes=["games", "webhooks", "keys"], name=BEA)
    key = new_key(here.client, maker, name=ANA, scopes=["games", "webhooks"])
    target = {"url": "http://127.0.0.1:8009/x"}
    hook = here.client.post("/v1/webhooks", json=target, headers=with_key(key)).json["id"]
    table = owned(here.client, key)
    for process in processes:
        assert named(process.client, table.id) == in_lobby(process.client, table.id) == [ANA, BEA]
        assert find_hook(process.ctx, hook)
    place, stranger = "/v1/keys/" + key.partition(".")[0], new_key(here.client, scopes=["keys"])
    problem(here.client.delete(f"{place}?forget=true", headers=with_key(stranger)), 404, "not_found")

    assert here.client.delete(f"{place}?forget=true", headers=with_key(maker)).status_code == 204

    for process in processes:
        assert wait_for(lambda client=process.client: named(client, table.id) == [None, BEA])
        assert in_lobby(process.client, table.id) == [None, BEA]
        assert ANA not in process.client.get(f"/v1/games/{table.id}/board.svg").text
        assert find_hook(process.ctx, hook) is None
    assert [one["name"] for one in here.client.get("/v1/keys", headers=with_key(maker)).json["keys"]] == [BEA]
    assert here.ctx.store.list_forgotten()[f"key {place.rpartition('/')[2]}"] == 0

    Forgetting(there.ctx).step()

    assert here.ctx.store.list_forgotten()[f"key {place.rpartition('/')[2]}"]
    assert here.ctx.store.names(table.id)[0] == GONE
    problem(table.get("", 0), 401, "unauthorized")
    view = table.get("", 1).json
    assert (view["status"], view["seats"][0].get("left"), view["seats"][1]["name"]) == ("finished", "resigned", BEA)
    assert fact_names.OWNER not in here.ctx.store.facts(table.id).values()


def test_a_process_that_still_trusts_a_forgotten_key_lists_nothing_under_it(processes: tuple[Process, Process]) -> None:
    here, there = processes
    key = new_key(here.client, name=ANA)
    key_id = key.partition(".")[0]
    trusted = find_trusted_key(there.ctx, key)
    game = there.client.post("/v1/games", json={"ruleset": "toy", "seats": [{"kind": "open"}] * 2}).json["id"]

    forget(here.ctx, find_key(here.ctx, key_id))
    with pytest.raises(Problem, match="unauthorized"):
        take_seat(there.ctx, game, None, SeatWish(name=ANA), taker=Maker("share", trusted.id))

    assert here.ctx.store.facts(key_id) == {}
    assert key_id.encode() not in b" ".join(here.ctx.store.facts(game).values())


def test_a_key_that_ended_before_is_forgotten_too(processes: tuple[Process, Process]) -> None:
    here, there = processes
    maker = new_key(here.client, scopes=["games", "keys"])
    key = new_key(here.client, maker)
    table, key_id = owned(here.client, key), key.partition(".")[0]
    assert here.client.delete(f"/v1/keys/{key_id}", headers=with_key(maker)).status_code == 204
    assert named(there.client, table.id) == named(here.client, table.id) == [ANA, BEA]

    forget(here.ctx, find_key(here.ctx, key_id))

    assert named(here.client, table.id) == [None, BEA]
    assert wait_for(lambda: named(there.client, table.id) == [None, BEA])
    problem(table.get("", 0), 401, "unauthorized")
    assert table.get("", 1).json["seats"][0]["left"] == "resigned"


def test_no_client_goes_on_with_an_old_view(processes: tuple[Process, Process]) -> None:
    here, there = processes
    seats: list[dict[str, Any]] = [{"kind": "human", "name": ANA}, {"kind": "human", "name": BEA}]
    table = new_table(here.client, seats=seats)
    table.post("/resign", {}, 0)
    before = [process.client.get(table.path).headers["ETag"] for process in processes]
    assert before[0] == before[1]
    version = table.version()

    forget(here.ctx, find_seat(here.ctx, table.id, 0))

    for process in processes:
        for place in ("", f"?version={version}"):
            answer = process.client.get(table.path + place, headers={"If-None-Match": before[0]})
            assert (answer.status_code, answer.json["version"]) == (200, version)
            assert [seat.get("name") for seat in answer.json["seats"]] == [None, BEA]
            again = process.client.get(table.path + place, headers={"If-None-Match": answer.headers["ETag"]})
            assert again.status_code == 304
    problem(there.client.get(table.path, headers=table.headers(0)), 401, "unauthorized")
    assert table.get("", 1).status_code == 200
