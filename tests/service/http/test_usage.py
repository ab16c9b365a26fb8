"""Tests what clients see of their usage, and what a used-up budget refuses."""

from datetime import timedelta
from typing import Any

import orjson
import pytest
from flask.testing import FlaskClient

from eventstore.memory.store import MemoryEventStore
from service.clients.budgets import budget_of
from service.clients.usage import MOST_DAYS, keys_of_months
from service.forgetting.people import find_key, forget
from service.game.context import Context, compose
from service.http.incoming import Incoming
from service.http.spending import spend
from service.problems import Problem
from service.queue.jobs import Jobs
from service.settings import read_settings
from service.usage.places import BUCKETS, DAY_MS, day_of, of_all, of_day, of_key
from service.views.client_games import look_again
from service.webhooks.deliveries import deliveries_of
from service.webhooks.messages import message
from service.webhooks.registry import find_hook
from tests.conftest import StorePair
from tests.service.http.client import OFFERED, checked_app
from tests.service.http.keys import new_key, with_key
from tests.service.http.problem_answers import problem
from tests.service.tables import Clock
from workers.sweeping.tidying import UsageTidying

ADMIN = "the administrator's own key"
ALONE = {"ruleset": "toy", "seats": [{"kind": "human"}] * 2}
AGENTS = {"ruleset": "toy", "seats": [{"kind": "human"}, {"kind": "ai", "agent": "uniform"}]}


class House:
    """Represents an API over a log in memory with a clock that tests move."""

    def __init__(self, rq_url: str, folder: str) -> None:
        self.clock = Clock()
        settings = read_settings(
            {"LONGROAD_ADMIN_KEY": ADMIN, "LONGROAD_WEBHOOKS": "loopback", "LONGROAD_DATA_DIR": folder}
        )
        self.ctx: Context = compose(settings, MemoryEventStore(), OFFERED, Jobs.at(rq_url), self.clock)
        self.client: FlaskClient = checked_app(self.ctx).test_client()
        self.admin = with_key(ADMIN)

    def key(self, **wish: Any) -> str:
        """Return a key that the administrator made."""
        return new_key(self.client, ADMIN, **wish)

    def usage(self, key: str, by: str | None = None, query: str = "") -> Any:
        """Return what a key used, as it or another one is shown it, after all that was counted is written."""
        self.ctx.usage.flush()
        return self.client.get(f"/v1/keys/{id_of(key)}/usage{query}", headers=with_key(by or key))

    def spend(self, key: str, seconds: float) -> None:
        """Let a worker use processor time for a key."""
        self.ctx.usage.count_more(id_of(key), "playAgents", worker_us=round(seconds * 1_000_000))
        self.ctx.usage.flush()


def id_of(key: str) -> str:
    return key.partition(".")[0]


@pytest.fixture
def house(stores: StorePair, tmp_path: Any) -> House:
    return House(stores.rq_url, str(tmp_path))


def test_a_key_has_its_requests_by_operation(house: House) -> None:
    key = house.key()
    for _ in range(3):
        assert house.client.get("/v1/games", headers=with_key(key)).status_code == 200
    problem(house.client.get("/v1/games/nothing", headers=with_key(key)), 404, "not_found")
    house.client.get("/livez", headers=with_key(key))
    made = house.client.post("/v1/games", json=ALONE, headers=with_key(key))
    for _ in range(2):
        house.client.get(f"/v1/games/{made.json['id']}", headers=with_key(key))
    [day] = house.usage(key).json["days"]
    requests = {row["operation"]: row["requests"] for row in day["operations"]}
    assert requests == {"listGames": 3, "getGame": 3, "createGame": 1}
    assert day["requests"] == 7
    sizes = {row["operation"]: row["bytes"] for row in day["operations"]}
    assert sizes["createGame"] == len(made.data)
    assert 0 < day["api_seconds"] < 60
    assert sum(row["api_seconds"] for row in day["operations"]) == pytest.approx(day["api_seconds"], abs=0.005)
    assert day["day"] == str(day_of(house.clock.ms))
    assert house.usage(key).json["days"][0]["requests"] == 8  # with the first look at the usage


def test_workers_time_and_decisions_are_shown_by_agent_and_level(house: House) -> None:
    key = house.key()
    house.spend(key, 1.25)
    house.ctx.usage.count_decisions(id_of(key), {"graded@3": 4, "planner": 2, "planner@@2": 1})
    [day] = house.usage(key).json["days"]
    assert (day["worker_seconds"], day["decisions"]) == (1.25, 7)
    assert day["agents"] == [
        {"agent": "graded", "level": 3, "decisions": 4},
        {"agent": "planner", "decisions": 2},
        {"agent": "planner", "version": 2, "decisions": 1},
    ]


def test_streams_count_their_bytes_at_their_end(house: House) -> None:
    key = house.key()
    game = house.client.post("/v1/games", json=ALONE, headers=with_key(key)).json["id"]
    answer = house.client.get(f"/v1/games/{game}/events", headers={**with_key(key), "Accept": "text/event-stream"})
    told = next(iter(answer.response)) + next(iter(answer.response))
    answer.close()
    rows = {row["operation"]: row for row in house.usage(key).json["days"][0]["operations"]}
    assert rows["listEvents"]["requests"] == 1
    assert rows["listEvents"]["bytes"] >= len(told) > 0


def test_usage_is_shown_to_the_key_its_maker_and_the_administrator_alone(house: House) -> None:
    maker = new_key(house.client, scopes=["games", "keys"])
    child = new_key(house.client, maker, scopes=["games"])
    sibling, stranger = new_key(house.client, maker), new_key(house.client, scopes=["games", "keys"])
    for by in (child, maker, ADMIN):
        assert house.usage(child, by).json["key"] == id_of(child)
    for by in (sibling, stranger):
        problem(house.usage(child, by), 404, "not_found")
    problem(house.usage(maker, child), 404, "not_found")
    problem(house.client.get(f"/v1/keys/{id_of(child)}/usage"), 401, "unauthorized")
    problem(house.client.get("/v1/keys/nothing/usage", headers=house.admin), 404, "not_found")
    assert house.client.delete(f"/v1/keys/{id_of(child)}", headers=with_key(maker)).status_code == 204
    problem(house.usage(child, maker), 404, "not_found")
    assert house.usage(child, ADMIN).json["days"]


def test_the_days_of_an_answer_are_limited(house: House) -> None:
    key = house.key()
    house.spend(key, 1)
    today = day_of(house.clock.ms)
    house.clock.ms += 40 * DAY_MS
    house.spend(key, 2)
    assert [day["worker_seconds"] for day in house.usage(key).json["days"]] == [2]
    assert [day["worker_seconds"] for day in house.usage(key, query=f"?since={today}").json["days"]] == [1, 2]
    assert house.usage(key, query=f"?since={today}&until={today}").json["until"] == str(today)
    for query, code in (
        (f"?since={today}&until={today - timedelta(days=1)}", "days_in_order"),
        (f"?since={today}&until={today + timedelta(days=MOST_DAYS)}", "most_days"),
        ("?since=20260921", "date"),
        ("?until=0001-01-01", "date"),
        ("?since=tomorrow", "date"),
    ):
        [fault] = problem(house.usage(key, query=query), 422, "invalid_body")["errors"]
        assert fault["code"] == code
    assert house.usage(key, query=f"?until={today + timedelta(days=MOST_DAYS - 1)}&since={today}").status_code == 200


def test_a_used_up_budget_refuses_new_work_until_the_next_day(house: House) -> None:
    key = house.key(budget={"cpu_seconds": 10})
    assert house.client.post("/v1/games", json=AGENTS, headers=with_key(key)).status_code == 201
    house.spend(key, 11)
    for path, body in (
        ("/v1/games", AGENTS),
        ("/v1/games", ALONE),
        ("/v1/arenas", {"ruleset": "toy", "agents": ["uniform"] * 2, "games": 2}),
    ):
        answer = house.client.post(path, json=body, headers=with_key(key))
        refused = problem(answer, 429, "budget_used_up")
        assert refused["budget"] == "cpu"
        assert refused["renews"] == f"{day_of(house.clock.ms) + timedelta(days=1)}T00:00:00.000Z"
        assert 0 < int(answer.headers["Retry-After"]) <= 86_400
    game = house.client.post("/v1/games", json={**ALONE, "analyses": "all"}).json["id"]
    problem(house.client.post(f"/v1/games/{game}/analyses", json={}, headers=with_key(key)), 429, "budget_used_up")
    assert house.client.get(f"/v1/games/{game}", headers=with_key(key)).status_code == 200
    assert house.client.post("/v1/games", json=AGENTS, headers=with_key(house.key())).status_code == 201
    house.clock.ms += DAY_MS
    assert house.client.post("/v1/games", json=AGENTS, headers=with_key(key)).status_code == 201


def test_an_operation_charges_decisions_and_checks_the_budget_in_one_call(house: House) -> None:
    key = house.key(budget={"cpu_seconds": 10, "agents": ["uniform"]})
    environ = {"REQUEST_METHOD": "POST", "PATH_INFO": "/v1/positions/advice", "REMOTE_ADDR": "203.0.113.7"}
    application = house.client.application.extensions["longroad"]
    with Incoming(environ, application):
        assert spend({"uniform": 5}) is None  # an address has no budget
    with Incoming(environ | {"HTTP_X_API_KEY": key}, application):
        left = spend({"uniform": 3})
        assert left is not None
        assert (left.seconds, left.is_used_up) == (10, False)
        with pytest.raises(Problem, match="forbidden"):
            spend({"heuristic": 1})
    house.spend(key, 10)
    with Incoming(environ | {"HTTP_X_API_KEY": key}, application), pytest.raises(Problem, match="budget_used_up"):
        spend({"uniform": 1})
    [day] = house.usage(key).json["days"]
    assert day["agents"] == [{"agent": "uniform", "decisions": 3}]


def test_a_header_says_what_is_left(house: House) -> None:
    key, free = house.key(budget={"cpu_seconds": 600, "games": 3}), house.key()
    house.spend(key, 250.5)
    answer = house.client.get("/v1/games", headers=with_key(key))
    assert '"cpu-seconds";q=600;w=86400' in answer.headers["RateLimit-Policy"]
    [left] = [one for one in answer.headers["RateLimit"].split(", ") if one.startswith('"cpu-seconds"')]
    assert left.startswith('"cpu-seconds";r=349;t=')
    house.spend(key, 600)
    assert '"cpu-seconds";r=0;' in house.client.get("/v1/games", headers=with_key(key)).headers["RateLimit"]
    for other in (free, house.key(budget={"games": 3})):
        assert "cpu-seconds" not in house.client.get("/v1/games", headers=with_key(other)).headers["RateLimit"]
    shown = house.usage(key).json["budget"]
    assert (shown["cpu_seconds"], shown["left"], shown["games"]) == (600, 0, 3)
    assert shown["percent"] >= 141
    assert "budget" not in house.usage(free).json


@pytest.mark.parametrize("is_trusted", [True, False])
def test_a_key_has_only_so_many_games_at_a_time(house: House, is_trusted: bool) -> None:
    maker = ADMIN if is_trusted else new_key(house.client, scopes=["games", "keys"])
    key = new_key(house.client, maker, budget={"games": 2})
    first, _ = (house.client.post("/v1/games", json=AGENTS, headers=with_key(key)).json for _ in range(2))
    refused = problem(house.client.post("/v1/games", json=ALONE, headers=with_key(key)), 429, "budget_used_up")
    assert (refused["budget"], refused["limit"], "renews" in refused) == ("games", 2, False)
    assert house.client.post("/v1/games", json=ALONE).status_code == 201
    owner = {"Authorization": f"Bearer {first['owner_token']}"}
    assert house.client.delete(f"/v1/games/{first['id']}", headers=owner).status_code == 204
    look_again(house.ctx, [first["id"]])  # as the sweep does
    assert house.client.post("/v1/games", json=ALONE, headers=with_key(key)).status_code == 201


def test_a_key_may_name_only_the_agents_of_its_budget(house: House) -> None:
    key = house.key(budget={"agents": ["idle"]})
    refused = problem(house.client.post("/v1/games", json=AGENTS, headers=with_key(key)), 403, "forbidden")
    assert refused["allowed"] == ["idle"]
    arena = {"ruleset": "toy", "agents": ["idle", "uniform"], "games": 2}
    problem(house.client.post("/v1/arenas", json=arena, headers=with_key(key)), 403, "forbidden")
    made = house.client.post("/v1/games", json=ALONE, headers=with_key(key)).json
    for token in (made["seats"][0]["token"], made["owner_token"]):
        sent, seat = {"Authorization": f"Bearer {token}"}, f"/v1/games/{made['id']}/seats/0"
        problem(house.client.patch(seat, json={"agent": "uniform"}, headers=sent), 403, "forbidden")
        assert house.client.patch(seat, json={"agent": "idle"}, headers=sent).status_code in (200, 409)


def test_a_budget_is_set_by_the_maker_and_the_administrator_alone(house: House) -> None:
    maker = new_key(house.client, scopes=["games", "keys"])
    child, stranger = new_key(house.client, maker), new_key(house.client, scopes=["games", "keys"])
    place = f"/v1/keys/{id_of(child)}/budget"
    for by in (maker, ADMIN):
        answer = house.client.put(place, json={"cpu_seconds": 5}, headers=with_key(by))
        assert answer.json == {"cpu_seconds": 5}
    problem(house.client.put(place, json={}, headers=with_key(child)), 403, "forbidden")
    problem(house.client.put(place, json={}, headers=with_key(stranger)), 404, "not_found")
    problem(house.client.put(place, json={}), 401, "unauthorized")
    problem(house.client.put(place, json={"cpu_seconds": -1}, headers=house.admin), 422, "invalid_body")
    problem(house.client.put(place, json={"agents": ["a", "a"]}, headers=house.admin), 422, "invalid_body")
    problem(house.client.put("/v1/keys/nothing/budget", json={}, headers=house.admin), 404, "not_found")
    [_, shown] = house.client.get("/v1/keys", headers=with_key(maker)).json["keys"]
    assert shown["budget"] == {"cpu_seconds": 5}
    assert house.client.put(place, json={}, headers=with_key(maker)).json == {}
    assert budget_of(house.ctx, id_of(child)) is None


def test_a_key_with_a_budget_makes_no_keys(house: House) -> None:
    wish = {"scopes": ["games", "keys"], "budget": {"cpu_seconds": 5}}
    [fault] = problem(house.client.post("/v1/keys", json=wish, headers=house.admin), 422, "invalid_body")["errors"]
    assert (fault["pointer"], fault["code"]) == ("/budget", "budget_of_maker")
    maker = house.key(scopes=["games", "keys"])
    answer = house.client.put(f"/v1/keys/{id_of(maker)}/budget", json={"games": 1}, headers=house.admin)
    [fault] = problem(answer, 422, "invalid_body")["errors"]
    assert fault["code"] == "budget_of_maker"


def test_webhooks_of_a_key_hear_at_80_and_100_percent_once(house: House) -> None:
    key = house.key(budget={"cpu_seconds": 100})
    made = house.client.post(
        "/v1/webhooks", json={"url": "http://127.0.0.1:8009/", "types": ["budget"]}, headers=with_key(key)
    ).json
    deaf = house.client.post("/v1/webhooks", json={"url": "http://127.0.0.1:8009/"}, headers=with_key(key)).json
    hook = find_hook(house.ctx, made["id"])
    assert hook is not None
    heard = []
    for seconds in (70, 15, 1, 20, 5):
        house.spend(key, seconds)
        heard.append([delivery.percent for delivery in deliveries_of(house.ctx, hook)])
    assert heard == [[], [80], [80], [100, 80], [100, 80]]
    newest = deliveries_of(house.ctx, hook)[0]
    said = message(house.ctx, hook, newest)
    assert said is not None
    assert said["type"] == "budget"
    assert said["data"] == {
        "key": id_of(key),
        "percent": 100,
        "cpu_seconds": 100,
        "renews": f"{day_of(house.clock.ms) + timedelta(days=1)}T00:00:00.000Z",
    }
    shown = house.client.get(f"/v1/webhooks/{made['id']}", headers=with_key(key)).json["deliveries"]
    assert [one["type"] for one in shown] == ["budget", "budget"]
    assert house.client.get(f"/v1/webhooks/{deaf['id']}", headers=with_key(key)).json["deliveries"] == []
    house.clock.ms += DAY_MS
    house.spend(key, 85)
    assert [delivery.percent for delivery in deliveries_of(house.ctx, hook)] == [80, 100, 80]


def test_usage_is_erased_with_the_person_and_with_time(house: House) -> None:
    key, other = house.key(), house.key()
    house.client.get("/v1/games")
    for one in (key, other):
        house.spend(one, 3)
    today, tidying = day_of(house.clock.ms), UsageTidying(house.ctx)

    def tidy() -> int:
        house.clock.ms += DAY_MS
        return sum(tidying.step() for _ in range(len(BUCKETS) + 2))

    forget(house.ctx, find_key(house.ctx, id_of(key)))
    assert id_of(key) not in keys_of_months(house.ctx, today, today)
    assert house.ctx.store.facts(of_key(id_of(key), today)) == {}
    assert id_of(key).encode() not in orjson.dumps([*house.ctx.store.facts(of_all(today))])
    house.spend(key, 1)  # a game that was still played
    assert {id_of(key), id_of(other)} < {*keys_of_months(house.ctx, today, today)}
    assert tidy() == 1
    assert house.ctx.store.facts(of_key(id_of(key), today)) == {}
    assert house.usage(other, ADMIN).json["days"][0]["worker_seconds"] == 3
    house.clock.ms += 32 * DAY_MS
    assert house.ctx.store.facts(of_day(today))
    assert tidy() == 1
    assert not house.ctx.store.facts(of_day(today))
    assert house.usage(other, ADMIN, f"?since={today}").json["days"]
    house.clock.ms += 390 * DAY_MS
    assert tidy() >= 1
    assert house.ctx.store.facts(of_key(id_of(other), today)) == {}
    assert keys_of_months(house.ctx, today, today) == []


def test_metrics_show_the_sums_of_keys(house: House) -> None:
    key = house.key()
    house.spend(key, 2.5)
    house.client.get("/v1/games")
    house.ctx.usage.flush()
    text = house.client.get("/metrics").text
    assert f'longroad_usage_cpu_seconds_total{{key="{id_of(key)}",process="worker"}} 2.5' in text
    assert 'longroad_usage_requests_total{key="none"}' in text
