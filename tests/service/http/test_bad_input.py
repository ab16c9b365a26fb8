"""Tests that every wrong request gets its status and its problem, and changes nothing."""

from io import BytesIO
from typing import Any

import pytest
from flask.testing import FlaskClient
from gunicorn.http.errors import InvalidChunkSize

from tests.service.http.client import SEATS, Table, new_table
from tests.service.http.problem_answers import JSON, MALFORMED, problem


@pytest.mark.parametrize("body", MALFORMED.values(), ids=MALFORMED.keys())
def test_a_malformed_body_is_400(running: Table, body: bytes) -> None:
    before = running.version()
    answer = running.client.post(running.path + "/commands", data=body, content_type=JSON, headers=running.headers(0))
    problem(answer, 400, "bad_json")
    assert running.version() == before


@pytest.mark.parametrize("body", MALFORMED.values(), ids=MALFORMED.keys())
def test_a_malformed_game_is_400(client: FlaskClient, body: bytes) -> None:
    problem(client.post("/v1/games", data=body, content_type=JSON), 400, "bad_json")


WRONG_SHAPES: dict[str, tuple[Any, str, str]] = {
    "a list": ([], "", "type"),
    "a text": ("Roll", "", "type"),
    "no type": ({}, "/type", "required"),
    "unknown type": ({"type": "Fly"}, "/type", "choice"),
    "a type that is no text": ({"type": ["Roll"]}, "/type", "type"),
    "an event for a command": ({"type": "Rolled", "seat": 0, "pips": 6}, "/type", "choice"),
    "a member too many": ({"type": "Roll", "pips": 6}, "/pips", "unknown"),
    "a seat of one's own choosing": ({"type": "Roll", "seat": 1}, "/seat", "unknown"),
    "a member missing": ({"type": "Wave"}, "/to", "required"),
    "null": ({"type": "Wave", "to": None}, "/to", "type"),
    "a wrong type": ({"type": "Wave", "to": "1"}, "/to", "type"),
    "a fraction": ({"type": "Wave", "to": [0.5]}, "/to/0", "range"),
    "true for 1": ({"type": "Wave", "to": [True]}, "/to/0", "type"),
    "a seat twice": ({"type": "Wave", "to": [1, 1]}, "/to", "array"),
    "out of range": ({"type": "PutAside", "chips": {"red": 4}}, "/chips/red", "range"),
    "negative": ({"type": "PutAside", "chips": {"red": -1}}, "/chips/red", "range"),
    "beyond 64 bits": ({"type": "PutAside", "chips": {"red": 10**30}}, "/chips/red", "range"),
    "an unknown kind": ({"type": "PutAside", "chips": {"gold": 1}}, "/chips/gold", "unknown"),
    "no command": ({"commands": []}, "/commands", "listed"),
    "commands that are none": ({"commands": {"type": "Roll"}}, "/commands", "type"),
    "33 commands": ({"commands": [{"type": "Step"}] * 33}, "/commands", "listed"),
    "the second command": ({"commands": [{"type": "Roll"}, {"type": "Fly"}]}, "/commands/1/type", "choice"),
    "beside the commands": ({"commands": [{"type": "Roll"}], "seat": 1}, "/seat", "unknown"),
    "a name with a slash": ({"type": "Roll", "a/b~c": 1}, "/a~1b~0c", "unknown"),
}


@pytest.mark.parametrize(("body", "pointer", "code"), WRONG_SHAPES.values(), ids=WRONG_SHAPES.keys())
def test_a_command_of_the_wrong_shape_is_422(running: Table, body: Any, pointer: str, code: str) -> None:
    before = running.version()
    found = problem(running.post("/commands", body, 0), 422, "invalid_body")
    assert [(error["pointer"], error["code"]) for error in found["errors"]] == [(pointer, code)]
    assert running.version() == before


def test_a_whole_number_may_be_written_with_a_fraction_of_zero(running: Table) -> None:
    assert running.post("/commands", {"type": "Wave", "to": [1.0]}, 0).status_code == 201


WRONG_GAMES: dict[str, tuple[dict[str, Any], str, str]] = {
    "no ruleset": ({"ruleset": None}, "/ruleset", "type"),
    "unknown ruleset": ({"ruleset": "chess"}, "/ruleset", "choice"),
    "unknown member": ({"stakes": 10}, "/stakes", "unknown"),
    "no seats": ({"seats": []}, "/seats", "listed"),
    "seats in words": ({"seats": "two"}, "/seats", "type"),
    "a kind that is none": ({"seats": [{"kind": "ghost"}, {"kind": "human"}]}, "/seats/0/kind", "choice"),
    "a seat without a kind": ({"seats": [{"kind": "human"}, {}]}, "/seats/1/kind", "required"),
    "a name that is none": ({"seats": [{"kind": "human", "name": 7}, {"kind": "human"}]}, "/seats/0/name", "type"),
    "an unknown agent": ({"seats": [{"kind": "human"}, {"kind": "ai", "agent": "hal"}]}, "/seats/1/agent", "choice"),
    "a policy that is none": ({"undo": "always"}, "/undo", "choice"),
    "an option in words": ({"options": "none"}, "/options", "type"),
    "private in words": ({"private": "yes"}, "/private", "type"),
}


@pytest.mark.parametrize(("wish", "pointer", "code"), WRONG_GAMES.values(), ids=WRONG_GAMES.keys())
def test_a_game_of_the_wrong_shape_is_422(client: FlaskClient, wish: dict[str, Any], pointer: str, code: str) -> None:
    found = problem(client.post("/v1/games", json={"ruleset": "toy", "seats": SEATS} | wish), 422, "invalid_body")
    assert [(error["pointer"], error["code"]) for error in found["errors"]] == [(pointer, code)]


WRONG_SETTINGS: dict[str, tuple[dict[str, Any], str, str]] = {
    "too few": ({"seats": SEATS[:1]}, "/seats", "seats"),
    "unknown map": ({"map": "atlantis"}, "/map", "unknown_map"),
    "unknown module": ({"modules": ["space"]}, "/modules", "unknown_module"),
    "unknown option": ({"options": {"speed": 2}}, "/options/speed", "unknown_option"),
    "out of range": ({"options": {"victory_points": 1000}}, "/options/victory_points", "not_in_range"),
}


@pytest.mark.parametrize(("wish", "pointer", "code"), WRONG_SETTINGS.values(), ids=WRONG_SETTINGS.keys())
def test_a_game_that_the_rules_do_not_know_is_422(
    client: FlaskClient, wish: dict[str, Any], pointer: str, code: str
) -> None:
    body = {"ruleset": "catan", "seats": [{"kind": "human"}] * 3} | wish
    found = problem(client.post("/v1/games", json=body), 422, "invalid_configuration")
    assert [(error["pointer"], error["code"]) for error in found["errors"]] == [(pointer, code)]
    assert found["errors"][0]["detail"] != "does not have the right form"


class BrokenOff(BytesIO):
    """Represents a chunked body with a chunk that has no size."""

    def read(self, size: int | None = -1) -> bytes:
        raise InvalidChunkSize(b"zz")

    def readinto(self, buffer: Any) -> int:
        raise InvalidChunkSize(b"zz")


def test_a_body_that_is_no_http_is_400(running: Table) -> None:
    before = running.version()
    answer = running.client.post(
        running.path + "/commands",
        input_stream=BrokenOff(b"zz"),
        content_type=JSON,
        headers=running.headers(0),
        environ_overrides={"wsgi.input_terminated": True},
    )
    problem(answer, 400, "bad_request")
    assert running.version() == before


LISTS: dict[str, tuple[str, dict[str, Any], str]] = {
    "a scope": ("/v1/keys", {"scopes": ["all"]}, "must be one of: games, me, webhooks, keys, seats"),
    "scopes": (
        "/v1/keys",
        {"scopes": ["me"] * 2},
        "must be a list of some of these, each once: games, me, webhooks, keys, seats",
    ),
    "modules": ("/v1/games", {"modules": ["favors"] * 2}, "must be a list of at most 16, none of them twice"),
    "a map": (
        "/v1/games",
        {"map": "mallorca", "modules": ["erie-canal"]},
        "cannot be combined with the rest of the game",
    ),
}


@pytest.mark.parametrize(("path", "wish", "detail"), LISTS.values(), ids=LISTS.keys())
def test_a_wrong_list_is_told_what_would_be_right(
    client: FlaskClient, path: str, wish: dict[str, Any], detail: str
) -> None:
    game = {"ruleset": "catan", "seats": [{"kind": "human"}] * 3} if path == "/v1/games" else {}
    answer = client.post(path, json=game | wish)
    assert (answer.status_code, answer.json["errors"][0]["detail"]) == (422, detail)


def test_a_body_of_another_kind_is_415(running: Table) -> None:
    before = running.version()
    form = running.client.post(running.path + "/commands", data={"type": "Roll"}, headers=running.headers(0))
    problem(form, 415, "unsupported_media_type")
    problem(
        running.client.post("/v1/games", data=b"ruleset: toy", content_type="text/yaml"), 415, "unsupported_media_type"
    )
    assert running.version() == before


def test_a_body_that_is_too_large_is_413(running: Table) -> None:
    before = running.version()
    problem(running.post("/commands", {"type": "Roll", "more": "x" * 70_000}, 0), 413, "too_large")
    assert running.version() == before


def test_no_token_is_401_and_asks_for_one(running: Table) -> None:
    before = running.version()
    answer = running.post("/commands", {"type": "Roll"})
    problem(answer, 401, "unauthorized")
    assert answer.headers["WWW-Authenticate"].startswith("Bearer")
    assert running.version() == before


@pytest.mark.parametrize("given", ["Bearer nonsense", "Bearer", "Basic dXNlcjpwYXNz", "Bearer a b"])
def test_an_unknown_token_is_401(running: Table, given: str) -> None:
    answer = running.client.post(running.path + "/commands", json={"type": "Roll"}, headers={"Authorization": given})
    problem(answer, 401, "unauthorized")
    problem(running.client.get(running.path, headers={"Authorization": given}), 401, "unauthorized")


def test_key_without_a_token_is_told_that_it_is_no_token(client: FlaskClient, running: Table) -> None:
    key = client.post("/v1/keys", json={}).json["key"]

    answer = running.post("/commands", {"type": "Roll"}, X_Api_Key=key)

    found = problem(answer, 401, "unauthorized")
    assert (found["given"], found["expected"]) == ("api_key", ["seat_token"])
    assert "API key" in found["detail"]


@pytest.mark.parametrize(
    ("ruleset", "member", "value", "minimum", "maximum"),
    [
        ("catan", "/seats", SEATS, 3, 6),
        ("elasund", "/seats", SEATS[:1], 2, 4),
        ("goofspiel", "/seats", SEATS * 3, 2, 5),
        ("catan", "/options/starting_seat", 3, 0, 2),
        ("catan-dice", "/options/starting_seat", 2, 0, 1),
    ],
)
def test_number_outside_its_range_is_told_the_range(
    client: FlaskClient, ruleset: str, member: str, value: Any, minimum: int, maximum: int
) -> None:
    seats = value if member == "/seats" else [{"kind": "human"}] * (maximum + 1)
    options = {} if member == "/seats" else {"options": {"starting_seat": value}}

    answer = client.post("/v1/games", json={"ruleset": ruleset, "seats": seats, **options})

    found = answer.json["errors"][0]
    assert (answer.status_code, found["pointer"]) == (422, member)
    assert (found["minimum"], found["maximum"]) == (minimum, maximum)
    assert f"{minimum} to {maximum}" in found["detail"]


WITHOUT_TOKEN = [
    ("GET", "/v1", None),
    ("GET", "/v1/rulesets", None),
    ("GET", "/v1/rulesets/toy", None),
    ("GET", "/v1/agents", None),
    ("GET", "/v1/ladder", None),
    ("GET", "/v1/games", None),
    ("POST", "/v1/games", {"ruleset": "toy", "seats": [{"kind": "human"}] * 2}),
    ("POST", "/v1/keys", {"name": "bot"}),
    ("POST", "/v1/arenas", {"ruleset": "toy", "agents": ["uniform"] * 2, "games": 2}),
    ("GET", "/v1/me/pending", None),
    ("GET", "{game}", None),
    ("GET", "{game}/board", None),
    ("GET", "{game}/fairness", None),
    ("GET", "{game}/events", None),
    ("GET", "{game}/events?ticket={ticket}", None),
    ("POST", "{game}/seats", {}),
    ("POST", "{game}/stream-tickets", {}),
    ("POST", "{game}/branches", {"version": 1}),
]


@pytest.mark.parametrize("kind", ["dead", "unknown", "malformed"])
@pytest.mark.parametrize(("method", "path", "body"), WITHOUT_TOKEN)
def test_bearer_that_opens_nothing_is_401_everywhere(
    running: Table, kind: str, method: str, path: str, body: Any
) -> None:
    dead = running.tokens[0]
    assert running.post("/seats/0/token", {}, 0).status_code == 201
    ticket = running.post("/stream-tickets", {}).json["ticket"]
    given = {"dead": f"Bearer {dead}", "unknown": f"Bearer {running.id}.nothing", "malformed": "Bearer x' OR 1=1"}
    place = path.format(game=running.path, ticket=ticket)

    answer = running.client.open(place, method=method, json=body, headers={"Authorization": given[kind]})

    problem(answer, 401, "unauthorized")


def test_live_bearer_is_welcome_where_none_is_needed(running: Table) -> None:
    wish = {"ruleset": "toy", "seats": [{"kind": "human"}] * 2}

    assert running.client.post("/v1/games", json=wish, headers=running.headers(0)).status_code == 201


def test_a_token_of_another_game_is_403(running: Table) -> None:
    before = running.version()
    other = new_table(running.client)
    stranger = running.client.post(running.path + "/commands", json={"type": "Roll"}, headers=other.headers(0))
    problem(stranger, 403, "forbidden")
    assert running.version() == before


def test_the_owner_who_sits_nowhere_is_403(running: Table) -> None:
    owner = {"Authorization": f"Bearer {running.owner}"}
    answer = running.client.post(running.path + "/commands", json={"type": "Roll"}, headers=owner)
    problem(answer, 403, "forbidden")


def test_a_wrong_seat_is_refused_by_the_rules(running: Table) -> None:
    before = running.version()
    found = problem(running.post("/commands", {"type": "Roll"}, 1), 409, "refused")
    assert found["rule"] == "toy.own_turn"
    assert running.version() == before


def test_an_illegal_move_is_409_with_its_rule(running: Table) -> None:
    before = running.version()
    found = problem(running.post("/commands", {"type": "Step"}, 0), 409, "refused")
    assert found["rule"] == "toy.roll_first"
    assert "index" not in found
    assert running.version() == before


def test_a_refused_batch_names_the_command_and_changes_nothing(running: Table) -> None:
    running.act(0, "Roll")
    before = running.version()
    batch = {"commands": [{"type": "Step"}, {"type": "Step"}, {"type": "Step"}]}
    found = problem(running.post("/commands", batch, 0), 409, "refused")
    assert (found["rule"], found["index"]) == ("toy.two_steps", 2)
    assert running.version() == before


def test_in_a_batch_what_reveals_stands_last(running: Table) -> None:
    before = running.version()
    batch = {"commands": [{"type": "Roll"}, {"type": "Step"}]}
    found = problem(running.post("/commands", batch, 0), 409, "refused")
    assert (found["rule"], found["index"]) == ("batch.reveal_not_last", 0)
    assert running.version() == before


@pytest.mark.parametrize("given", ['"1"', '"999"', '"0"', "2", 'W/"3"', '"3", "4"', '"x"', "", '"03"', '"-3"'])
def test_a_stale_version_is_412_with_the_current_one(running: Table, given: str) -> None:
    before = running.version()
    found = problem(running.post("/commands", {"type": "Roll"}, 0, If_Match=given), 412, "stale_version")
    assert found["version"] == before == 3
    assert running.version() == before


@pytest.mark.parametrize("given", ['"3"', "3", "*", " * "])
def test_the_current_version_and_any_are_accepted(running: Table, given: str) -> None:
    dry = running.post("/dry-runs", {"type": "Roll"}, 0, If_Match=given)
    assert (dry.status_code, dry.json["legal"]) == (200, True)
    assert running.post("/commands", {"type": "Roll"}, 0, If_Match=given).status_code == 201
    assert running.post("/commands", {"type": "EndTurn"}, 0, If_Match="*").status_code == 201, "answered by express"


def test_a_repeated_key_gives_the_first_answer_again(running: Table) -> None:
    first = running.post("/commands", {"type": "Roll"}, 0, Idempotency_Key="k1", If_Match='"3"')
    again = running.post("/commands", {"type": "Roll"}, 0, Idempotency_Key="k1", If_Match='"3"')
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.json == again.json
    assert "Idempotency-Replayed" not in first.headers
    assert again.headers["Idempotency-Replayed"] == "true"
    assert running.version() == 4


def test_a_repeated_key_with_another_body_is_422(running: Table) -> None:
    running.post("/commands", {"type": "Roll"}, 0, Idempotency_Key="k2")
    before = running.version()
    answer = running.post("/commands", {"type": "Step"}, 0, Idempotency_Key="k2")
    problem(answer, 422, "idempotency_key_reused")
    assert running.version() == before


def test_a_refused_request_does_not_claim_its_key(running: Table) -> None:
    assert running.post("/commands", {"type": "Step"}, 0, Idempotency_Key="k3").status_code == 409
    assert running.post("/commands", {"type": "Roll"}, 0, Idempotency_Key="k3").status_code == 201


def test_a_late_copy_of_a_refused_request_is_judged_as_things_stand_then(running: Table) -> None:
    assert running.post("/commands", {"type": "Step"}, 0, Idempotency_Key="k5").status_code == 409
    running.act(0, "Roll")
    assert running.post("/commands", {"type": "Step"}, 0, Idempotency_Key="k5").status_code == 201


def test_a_late_copy_of_a_request_refused_at_its_version_is_stale(running: Table) -> None:
    at = {"Idempotency_Key": "k6", "If_Match": f'"{running.version()}"'}
    assert running.post("/commands", {"type": "Step"}, 0, **at).status_code == 409
    running.act(0, "Roll")
    problem(running.post("/commands", {"type": "Step"}, 0, **at), 412, "stale_version")


def test_a_key_is_its_callers_own(running: Table) -> None:
    running.act(0, "Roll")
    assert running.post("/commands", {"type": "EndTurn"}, 0, Idempotency_Key="k4").status_code == 201
    answer = running.post("/commands", {"type": "Roll"}, 1, Idempotency_Key="k4")
    assert answer.status_code == 201
    assert "Idempotency-Replayed" not in answer.headers


@pytest.mark.parametrize("key", ["", "k" * 201])
def test_a_key_has_one_to_two_hundred_characters(running: Table, key: str) -> None:
    found = problem(running.post("/commands", {"type": "Roll"}, 0, Idempotency_Key=key), 422, "invalid_body")
    assert [(error["pointer"], error["code"]) for error in found["errors"]] == [("/Idempotency-Key", "text")]
    assert running.post("/commands?dry_run=true", {"type": "Roll"}, 0, Idempotency_Key=key).status_code == 422
    assert running.version() == 3
    assert running.post("/commands", {"type": "Roll"}, 0, Idempotency_Key="k" * 200).status_code == 201


def test_a_key_without_a_token_must_be_long(client: FlaskClient) -> None:
    wish = {"ruleset": "toy", "seats": SEATS}
    problem(client.post("/v1/games", json=wish, headers={"Idempotency-Key": "short"}), 422, "idempotency_key_too_short")
    made_up = {"Idempotency-Key": "short", "Authorization": "Bearer undefined"}
    problem(client.post("/v1/games", json=wish, headers=made_up), 401, "unauthorized")
    key = {"Idempotency-Key": "a-key-of-22-characters"}
    first, again = (client.post("/v1/games", json=wish, headers=key) for _ in range(2))
    assert first.json == again.json
    assert again.headers["Idempotency-Replayed"] == "true"


@pytest.mark.parametrize(
    ("path", "slug"),
    [
        ("/nowhere", "unknown_path"),
        ("/v1/nowhere", "unknown_path"),
        ("/v1/games/unknown", "not_found"),
        ("/v1/games/a%20b", "not_found"),
        ("/v1/games/x/commands/y", "unknown_path"),
        ("/v1//games", "unknown_path"),
        ("/v1/games/%0D%0AX:y", "not_found"),
        ("/docs/nothing.js", "unknown_path"),
    ],
)
def test_what_is_not_there_is_404(client: FlaskClient, path: str, slug: str) -> None:
    problem(client.get(path), 404, slug)


def test_a_method_that_is_not_there_is_405(client: FlaskClient, table: Table) -> None:
    answer = client.put(table.path, json={})
    problem(answer, 405, "method_not_allowed")
    assert {"GET", "DELETE"} <= set(answer.headers["Allow"].split(", "))


@pytest.mark.parametrize(
    ("query", "pointer"),
    [
        ("?after=x", "/after"),
        ("?after=-1", "/after"),
        ("?after=1&after=2", "/after"),
        ("?limit=0", "/limit"),
        ("?limit=1.5", "/limit"),
        ("?limit=99999999999999999999", "/limit"),
        ("?line=other", "/line"),
        ("?since=3", "/since"),
    ],
)
def test_a_query_of_the_wrong_shape_is_422(table: Table, query: str, pointer: str) -> None:
    found = problem(table.get("/events" + query), 422, "invalid_body")
    assert [error["pointer"] for error in found["errors"]] == [pointer]


def test_a_command_with_a_query_is_422(running: Table) -> None:
    for query in ("dry_run=1", "dry=true"):
        found = problem(running.post(f"/commands?{query}", {"type": "Roll"}, 0), 422, "invalid_body")
        assert [error["pointer"] for error in found["errors"]] == ["/" + query.partition("=")[0]]
    assert running.version() == 3


def test_a_version_not_reached_is_404_and_no_version_422(table: Table) -> None:
    problem(table.get("?version=99"), 404, "not_found")
    for version in ("0", "x", "-1"):
        problem(table.get(f"?version={version}"), 422, "invalid_body")


def test_a_cursor_ahead_of_the_log_is_422(table: Table) -> None:
    assert problem(table.get("/events?after=99"), 422, "cursor_ahead")["version"] == 1


def test_problems_speak_the_language_asked_for(running: Table) -> None:
    answer = running.post("/commands", {"type": "Wave", "to": 7}, 0, Accept_Language="es-AR, en;q=0.5")
    found = problem(answer, 422, "invalid_body")
    assert answer.headers["Content-Language"] == "es"
    assert found["errors"][0]["detail"].startswith("debe ser una lista")


def test_nothing_of_a_private_game_is_shown_to_strangers(client: FlaskClient) -> None:
    table = new_table(client, private=True)
    other = new_table(client)
    for place in ("", "/board", "/events", "/legal-actions", "/votes"):
        problem(table.get(place), 404, "not_found")
        problem(client.get(table.path + place, headers=other.headers(0)), 404, "not_found")
    problem(client.post(table.path + "/commands", json={"type": "Roll"}), 404, "not_found")
    assert table.get("", 0).status_code == 200
