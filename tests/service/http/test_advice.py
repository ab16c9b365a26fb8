"""Tests advice for positions over REST: as the hosted agent plays, by a job if it takes long, never for rivals."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from service.catalog import RULESETS
from service.http.quota_counters import Draw, Share
from service.records.positions import PLACE
from tests.conftest import StorePair
from tests.domain.catan.own_boards import BEGINNER as ISLAND
from tests.service.http.client import Table, new_table, plain_app
from tests.service.http.keys import new_key, with_key
from tests.service.http.live import worker
from tests.service.http.playing import choices_of, play_on
from tests.service.http.positions import ENVELOPE, GAMES, walked
from tests.service.http.problem_answers import problem
from tests.service.processes import wait_for
from tests.service.recorded import record_of
from workers.advising import advise
from workers.agents.agent import load_agent
from workers.agents.catalog import default_agent, known_entry
from workers.agents.turns import decide

ADMIN = "the administrator's own key"
BUDGET = {"cpu_seconds": 60, "agents": ["heuristic"]}
WAIT = {"Prefer": "wait=30"}
HUMANS = [{"kind": "human"}] * 3
CATAN: dict[str, Any] = {"ruleset": "catan", "seats": HUMANS, "options": {"starting_seat": 0}}
BEGINNER: dict[str, Any] = CATAN | {"map": "beginner"}


@pytest.fixture(scope="module", autouse=True)
def _worker(stores: StorePair) -> Iterator[None]:
    """Run a process that does the long jobs."""
    with worker(stores, "long"):
        yield


def asked(client: FlaskClient, **wish: Any) -> dict[str, Any]:
    """Return the advice, which must come at once."""
    answer = client.post("/v1/positions/advice", json=wish)
    assert answer.status_code == 200, answer.text
    assert answer.headers["Cache-Control"] == "private, no-store"
    found: dict[str, Any] = answer.json["advice"]
    return found


def nowhere(table: Table, seat: int) -> dict[str, Any]:
    """Return what a seat knows of a game, without the name of the game."""
    return {name: value for name, value in table.get("/position", seat).json.items() if name != "game"}


@pytest.mark.parametrize("wish", GAMES, ids=lambda wish: f"{wish['ruleset']}-{wish.get('map', 'own')}")
def test_advice_is_what_the_hosted_agent_plays(client: FlaskClient, wish: dict[str, Any]) -> None:
    table = new_table(client, **wish, analyses="all")
    ruleset, name = RULESETS[wish["ruleset"]], default_agent(wish["ruleset"])
    entry = known_entry(name)
    for seat in walked(table):
        shown = nowhere(table, seat)
        found = asked(client, position=shown, seed="luck")
        assert found == asked(client, position=shown, seed="luck")
        assert (found["seat"], found["agent"]) == (seat, name)
        game = client.application.extensions["longroad"].context.games.load(table.id)
        rng = Random(f"luck:{seat}:choice")
        agent = load_agent(name)
        belief = ruleset.believe(ruleset.observe(game.position, seat)) if agent.believes else None
        played = decide(ruleset, game.position, seat, agent, entry.seconds, rng, belief)
        assert found.get("command") == (None if played.command is None else ruleset.commands.encode(played.command))
        assert advise(shown, seed="luck") == found


def test_it_depends_on_the_request_alone(client: FlaskClient) -> None:
    table = new_table(client, **CATAN, analyses="all")
    shown = nowhere(table, 0)
    found = asked(client, position=shown)
    text = client.post("/v1/positions/notation", json={PLACE: shown}).json["text"]
    assert asked(client, text=text)["command"] == found["command"]
    assert found["seed"] != asked(client, position=shown, seed="other")["seed"]
    assert found["key"] != asked(client, position=shown, seed="other")["key"]
    assert sum(one["probability"] for one in found["win_probability"]) == pytest.approx(1, abs=1e-3)


def test_what_takes_long_is_a_job(client: FlaskClient) -> None:
    table = new_table(client, **CATAN, analyses="all")
    shown = nowhere(table, 0)
    for more in ({"limit": 3, "nodes": 200}, {"agent": "graded", "level": 8}):
        answer = client.post("/v1/positions/advice", json={PLACE: shown, **more}, headers=WAIT)
        assert answer.status_code == 200, answer.text
        found = answer.json["advice"]
        assert found["command"]["type"] == "FoundSettlement"
        assert found == advise(shown, **more)
    assert [len(found.get("ranked", ())), found["level"]] == [0, 8]
    answer = client.post("/v1/positions/advice", json={PLACE: shown}, headers={"Prefer": "respond-async"})
    assert (answer.status_code, answer.json["job"]["kind"]) == (202, "advice")


def test_agents_that_count_cards_take_what_was_seen(client: FlaskClient) -> None:
    table = new_table(client, **CATAN, analyses="all")
    for _ in walked(table):
        pass
    events = table.get("/events?limit=1000", 0).json["events"]
    shown = nowhere(table, 0)
    found = advise(shown | {"seen": events}, "lookahead", seat=0)
    assert found["considered"]["beliefs"]
    with pytest.raises(ValueError, match="/position/seen"):
        advise(shown | {"seen": events[-3:]}, "lookahead", seat=0)


@pytest.mark.parametrize(
    ("more", "pointer"),
    [
        ({"agent": "nobody"}, "/agent"),
        ({"agent": "planner", "level": 3}, "/level"),
        ({"agent": "graded", "level": 99}, "/level"),
        ({"agent": "graded", "level": 8, "nodes": 10_000}, "/nodes"),
        ({"limit": 1000}, "/limit"),
        ({"seat": 7}, "/seat"),
    ],
)
def test_bad_questions(client: FlaskClient, more: dict[str, Any], pointer: str) -> None:
    shown = nowhere(new_table(client, **CATAN, analyses="all"), 0)
    refused = problem(client.post("/v1/positions/advice", json={PLACE: shown, **more}), 422, "invalid_body")
    assert refused["errors"][0]["pointer"] == pointer


def test_where_the_game_is_over_nothing_is_advised_or_done(client: FlaskClient) -> None:
    table = new_table(client, ruleset="goofspiel", seats=HUMANS[:2])
    play_on(table, Random(3))
    for at in ({PLACE: table.get("", 0).json}, {PLACE: nowhere(table, 0)}):
        for place, more in (("advice", {}), ("apply", {"commands": [{"type": "Bid", "card": 1}]})):
            answer = client.post(f"/v1/positions/{place}", json=at | more)
            assert problem(answer, 409, "refused")["rule"] == "game.finished", place
        assert client.post("/v1/positions/legal-actions", json=at | {"seat": 0}).json["actions"] == []


def test_rivals_get_no_advice_by_any_way(client: FlaskClient) -> None:
    table = new_table(client, **BEGINNER, seed="rivals")
    for kind in ("RollDice", "EndTurn"):
        command = {"type": kind}
        while (answer := table.post("/commands", command, 0)).status_code != 201:
            assert kind == "EndTurn"  # something must be done before: the robber was rolled, say
            must = table.get().json["awaiting"][0]["seat"]
            table.post("/commands", choices_of(table.get("/legal-actions", must).json)[0], must)
        assert answer.status_code == 201
    seat = 1
    shown, bare = table.get("/position", seat).json, nowhere(table, seat)
    passed = table.get("/events?limit=1000", seat).json["events"]
    given = [{name: value for name, value in one.items() if name not in ENVELOPE} for one in passed]
    opening = max(number for number, one in enumerate(given) if one["type"] == "TurnStarted" and one["turn"] == 1)
    copy = new_table(client, **BEGINNER, sandbox=True, analyses="all", given=given[opening:])
    on_own_board = bare | {"map": ISLAND}
    ways: dict[str, dict[str, Any]] = {
        "view": {PLACE: table.get("", seat).json},
        "position": {PLACE: shown},
        "document of no game": {PLACE: bare},
        "board document": {PLACE: on_own_board},
        "notation": {"text": client.post("/v1/positions/notation", json={PLACE: bare}).json["text"]},
        "sandbox with `given`": {PLACE: copy.get("", seat).json},
        "document of the sandbox": {PLACE: nowhere(copy, seat)},
    }
    for way, wish in ways.items():
        headers = copy.headers(seat) if "sandbox" in way else table.headers(seat)
        answer = client.post("/v1/positions/advice", json=wish, headers=headers)
        assert problem(answer, 409, "refused")["rule"] == "analysis.running", way
        answer = client.post("/v1/positions/legal-actions", json=wish, headers=headers)
        assert answer.status_code == 200, way
    members = [{"do": "advice", **wish} for wish in ways.values()]
    answer = client.post("/v1/positions/batch", json={"members": members}, headers=table.headers(seat) | WAIT)
    rules = [one["problem"].get("rule") for one in answer.json["result"]["answers"]]
    assert rules == ["analysis.running"] * len(members)

    agents = [{"kind": "human"}, {"kind": "ai"}, {"kind": "human"}]  # whose move would be the advice
    played = client.post("/v1/games", json={**BEGINNER, "sandbox": True, "given": given[opening:], "seats": agents})
    lent = client.patch(f"{copy.path}/seats/{seat}", json={"agent": "planner"}, headers=copy.headers(seat))
    branch = {"version": copy.get().json["version"], "sandbox": True, "seats": agents}
    branched = copy.post("/branches", branch, seat)
    for number, answer in enumerate((played, lent, branched)):
        assert problem(answer, 409, "refused")["rule"] == "analysis.running", number
    for other in (0, 2):
        assert copy.post("/resign", {}, other).status_code == 201
    record = record_of(client.application.extensions["longroad"].context, copy.id)
    answer = client.post("/v1/analyses", json={"record": record, "agent": "planner"})
    assert problem(answer, 409, "refused")["rule"] == "record.sandbox"


def test_a_board_that_was_laid_out_is_known_again(client: FlaskClient) -> None:
    shown = nowhere(new_table(client, **CATAN, seed="laid out"), 0)
    turned = {name: list(reversed(laid)) for name, laid in shown["layout"].items()}
    own = {name: value for name, value in shown.items() if name not in ("layout", "options")}
    own |= {"map": RULESETS["catan"].name_board(shown["layout"])}
    for brought in (shown, shown | {"layout": turned}, own):
        answer = client.post("/v1/positions/advice", json={PLACE: brought})
        assert problem(answer, 409, "refused")["rule"] == "analysis.running", brought


def test_in_a_batch_a_bad_member_fails_alone(client: FlaskClient) -> None:
    table = new_table(client, **CATAN, analyses="all")
    shown = nowhere(table, 0)
    members: list[Any] = [
        {"do": "legal-actions", PLACE: shown},
        {"do": "apply", PLACE: shown, "commands": [{"type": "EndTurn"}]},
        {"do": "advice", PLACE: shown},
        {"do": "dance", PLACE: shown},
        7,
        {"do": "advice", PLACE: shown, "agent": "nobody"},
    ]
    answer = client.post("/v1/positions/batch", json={"members": members}, headers=WAIT)
    assert answer.status_code == 200, answer.text
    answers = answer.json["result"]["answers"]
    assert [one["index"] for one in answers] == [*range(len(members))]
    assert [one["status"] for one in answers] == [200, 409, 200, 422, 422, 422]
    assert answers[0]["legal_actions"] == client.post("/v1/positions/legal-actions", json={PLACE: shown}).json
    assert answers[2]["advice"] == asked(client, position=shown)
    assert answers[5]["problem"]["errors"][0]["pointer"] == "/agent"


def used(client: FlaskClient, key: str) -> dict[str, Any]:
    """Return what a key has used today."""
    client.application.extensions["longroad"].context.usage.flush()
    days = client.get(f"/v1/keys/{key.partition('.')[0]}/usage", headers=with_key(key)).json["days"]
    found: dict[str, Any] = days[0] if days else {"agents": [], "worker_seconds": 0}
    return found


def decided(client: FlaskClient, key: str) -> dict[tuple[str, int | None], int]:
    """Return how many decisions a key was charged for, by agent and level."""
    return {(one["agent"], one.get("level")): one["decisions"] for one in used(client, key)["agents"]}


@pytest.fixture
def moves(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return the moves that are counted for keys, in order."""
    counters, counted = client.application.extensions["longroad"].counters, list[int]()
    take = counters.take

    def noted(draws: Sequence[Draw]) -> list[Share]:
        counted.extend(draw.amount for draw in draws if draw.quota.name == "key-moves")
        return take(draws)

    monkeypatch.setattr(counters, "take", noted)
    return counted


def test_each_member_of_a_batch_counts_by_itself(client: FlaskClient, moves: list[int]) -> None:
    shown, key = nowhere(new_table(client, **CATAN, analyses="all"), 0), new_key(client)
    asked = {"do": "advice", PLACE: shown}
    client.post("/v1/positions/advice", json={PLACE: shown, "agent": "uniform"}, headers=with_key(key))
    members = [asked | {"agent": "planner"}] * 3 + [asked | {"agent": "graded", "level": 3}, asked | {"agent": "no"}]
    members += [{"do": "legal-actions", PLACE: shown}]
    answer = client.post("/v1/positions/batch", json={"members": members}, headers=with_key(key) | WAIT)
    assert [one["status"] for one in answer.json["result"]["answers"]] == [200] * 4 + [422, 200]
    assert sum(moves) == 1 + len(members)
    assert answer.headers["RateLimit"].count('"key-moves"') == 1
    expected = {("uniform", None): 1, ("planner", None): 3, ("graded", 3): 1}
    assert wait_for(lambda: decided(client, key) == expected), used(client, key)
    [row] = [one for one in used(client, key)["operations"] if one["operation"] == "createPositionBatch"]
    assert (row["requests"], row["worker_seconds"] > 0) == (1, True)


def test_a_job_that_is_asked_for_again_is_charged_once(client: FlaskClient, moves: list[int]) -> None:
    shown, key = nowhere(new_table(client, **CATAN, analyses="all"), 0), new_key(client)
    for place, wish in (
        ("advice", {PLACE: shown, "agent": "planner", "limit": 2, "nodes": 20}),
        ("batch", {"members": [{"do": "advice", PLACE: shown, "agent": "heuristic"}] * 5}),
    ):
        headers = with_key(key) | WAIT | {"Idempotency-Key": f"one {place} is enough"}
        answers = [client.post(f"/v1/positions/{place}", json=wish, headers=headers) for _ in range(3)]
        assert len({answer.text for answer in answers}) == 1
    assert moves == [1] * 3 + [1, 4, 1, 1], "for a batch once, but for the requests themselves"
    assert wait_for(lambda: decided(client, key) == {("planner", None): 1, ("heuristic", None): 5}), used(client, key)


def test_a_budget_limits_advice(client: FlaskClient) -> None:
    ctx = client.application.extensions["longroad"].context
    shown, key = nowhere(new_table(client, **CATAN, analyses="all"), 0), new_key(client, ADMIN, budget=BUDGET)
    question = {PLACE: shown, "agent": "heuristic"}
    headers = with_key(key) | WAIT
    assert client.post("/v1/positions/advice", json=question, headers=headers).status_code == 200
    refused = client.post("/v1/positions/advice", json=question | {"agent": "planner"}, headers=headers)
    assert problem(refused, 403, "forbidden")["allowed"] == BUDGET["agents"]
    members = [{"do": "advice", **question}, {"do": "advice", **question, "agent": "planner"}]
    answer = client.post("/v1/positions/batch", json={"members": members}, headers=headers)
    assert [one["status"] for one in answer.json["result"]["answers"]] == [200, 403]
    ctx.usage.count_more(key.partition(".")[0], "playAgents", worker_us=61_000_000)
    ctx.usage.flush()
    for place, wish in (("advice", question), ("batch", {"members": members})):
        answer = client.post(f"/v1/positions/{place}", json=wish, headers=headers)
        assert problem(answer, 429, "budget_used_up")["renews"]
        assert int(answer.headers["Retry-After"]) > 0
    legal = client.post("/v1/positions/legal-actions", json={PLACE: shown}, headers=headers)
    assert legal.status_code == 200, "it costs what any other reading does"


@pytest.fixture(scope="module")
def app(stores: StorePair) -> Flask:
    """Return an application with the rulesets that are offered."""
    return plain_app(stores, LONGROAD_ADMIN_KEY=ADMIN)
