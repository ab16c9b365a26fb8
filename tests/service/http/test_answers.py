"""Tests what every answer carries: identity, tags, languages, compression, and CORS headers."""

import gzip
import json
from email.parser import BytesParser

import pytest
from flask import Flask
from flask.testing import FlaskClient
from gunicorn.http.errors import ParseException

from service.http.malformed_requests import answer_unreadable
from service.http.quotas import count_request
from tests.service.http.client import Table, new_table


@pytest.mark.parametrize("path", ["/livez", "/v1", "/v1/games/unknown", "/docs", "/metrics"])
def test_every_answer_can_be_identified(client: FlaskClient, path: str) -> None:
    first, second = client.get(path), client.get(path)
    assert first.headers["X-Request-Id"] != second.headers["X-Request-Id"]
    given = client.get(path, headers={"X-Request-Id": "trace-7.b"})
    assert given.headers["X-Request-Id"] == "trace-7.b"
    forged = client.get(path, headers={"X-Request-Id": "a b<script>"})
    assert forged.headers["X-Request-Id"] != "a b<script>"


@pytest.mark.parametrize(
    "path", ["/livez", "/v1", "/v1/games/unknown", "/docs", "/docs/start.js", "/metrics", "/", "/x"]
)
def test_no_answer_is_taken_for_what_it_is_not(client: FlaskClient, path: str) -> None:
    assert client.get(path).headers.getlist("X-Content-Type-Options") == ["nosniff"]
    assert client.get(path, headers={"Host": "evil.example"}).headers["X-Content-Type-Options"] == "nosniff"


def test_no_page_stands_in_a_foreign_frame(client: FlaskClient) -> None:
    for page in ("/", "/docs", "/docs/glossary"):
        rules = [rule.strip() for rule in client.get(page).headers["Content-Security-Policy"].split(";")]
        assert "frame-ancestors 'none'" in rules


def test_every_answer_tells_the_quota(client: FlaskClient) -> None:
    first, second = client.get("/v1"), client.get("/v1/nowhere")
    assert first.headers["RateLimit-Policy"] == second.headers["RateLimit-Policy"] == '"requests";q=60000;w=60'
    assert_counted(first.headers["RateLimit"], second.headers["RateLimit"])


def assert_counted(first: str, second: str) -> None:
    """Check that one request lies between the two, unless a new minute began."""
    left = [int(told.split("r=")[1].split(";")[0]) for told in (first, second)]
    assert left[1] in (left[0] - 1, 59_999)


def test_what_is_no_request_counts_as_one(app: Flask, client: FlaskClient) -> None:
    answer = answer_unreadable(ParseException(), count_request(app, client.environ_base["REMOTE_ADDR"]), "")
    head, _, body = answer.partition(b"\r\n\r\n")
    told = BytesParser().parsebytes(head.partition(b"\r\n")[2])
    assert json.loads(body)["type"] == "/problems/bad_request"
    assert told["X-Content-Type-Options"] == "nosniff"
    assert told["RateLimit-Policy"] == '"requests";q=60000;w=60'
    assert_counted(told["RateLimit"], client.get("/v1").headers["RateLimit"])


def test_a_browser_of_another_origin_may_ask(client: FlaskClient, table: Table) -> None:
    asked = {"Origin": "https://example.org", "Access-Control-Request-Method": "POST"}
    answer = client.options(table.path + "/commands", headers=asked)
    assert answer.status_code == 200
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert "POST" in answer.headers["Access-Control-Allow-Methods"]
    allowed = answer.headers["Access-Control-Allow-Headers"].split(", ")
    assert {"Authorization", "If-Match", "Idempotency-Key", "Last-Event-ID", "Prefer"} <= set(allowed)
    exposed = client.get(table.path).headers["Access-Control-Expose-Headers"].split(", ")
    assert {"ETag", "Location", "RateLimit"} <= set(exposed)


def test_a_view_is_tagged_with_its_version_for_its_caller(running: Table) -> None:
    answer = running.get("", 0)
    tag = answer.headers["ETag"]
    assert tag.startswith('"3.')
    assert answer.headers["Cache-Control"] == "private, no-cache"
    assert "Authorization" in answer.headers["Vary"]
    known = running.get("", 0, If_None_Match=tag)
    assert (known.status_code, known.data, known.headers["ETag"]) == (304, b"", tag)
    assert running.get("", 0, If_None_Match=f'W/"2", {tag}').status_code == 304
    assert running.get("", 0, If_None_Match='"2"').status_code == 200
    running.act(0, "Roll")
    assert running.get("", 0, If_None_Match=tag).status_code == 200


def test_another_callers_tag_is_not_ones_own(running: Table) -> None:
    """A tag of another caller's view never gets a 304, as seat 1 once did with the tag of seat 0 (finding L8)."""
    owner = {"Authorization": f"Bearer {running.owner}"}
    tags = [running.get("", seat).headers["ETag"] for seat in (0, 1, None)]
    tags.append(running.client.get(running.path, headers=owner).headers["ETag"])

    assert len(set(tags)) == 4
    assert running.get("", 1, If_None_Match=tags[0]).status_code == 200
    assert running.post("/commands", {"type": "Roll"}, 0, If_Match=tags[1]).status_code == 412
    assert running.post("/commands", {"type": "Roll"}, 0, If_Match=tags[0]).status_code == 201


def test_a_tag_tells_nothing_without_the_servers_secret(
    app: Flask, running: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    tag = running.get("", 0).headers["ETag"]
    monkeypatch.setattr(app.extensions["longroad"].context.store, "_secret", b"another server")
    other = running.get("", 0).headers["ETag"]
    assert (other[:3], other == tag) == (tag[:3], False)


def test_a_bare_version_is_read_as_one_in_quotes(running: Table) -> None:
    assert running.post("/commands", {"type": "Roll"}, 0, If_Match="2").status_code == 412
    assert running.post("/commands", {"type": "Roll"}, 0, If_Match="3").status_code == 201


def test_a_past_view_is_tagged_too(running: Table) -> None:
    answer = running.get("?version=2", 0)
    tag = answer.headers["ETag"]
    assert (tag[:3], answer.json["version"]) == ('"2.', 2)
    assert running.get("?version=2", 0, If_None_Match=tag).status_code == 304
    assert running.get("?version=9", 0, If_None_Match=tag).status_code == 404


def test_a_board_never_changes(running: Table) -> None:
    answer = running.get("/board")
    running.act(0, "Roll")
    again = running.get("/board", None, If_None_Match=answer.headers["ETag"])
    assert again.status_code == 304
    assert running.get("/board").data == answer.data


def test_large_answers_are_packed_for_who_can_unpack(client: FlaskClient) -> None:
    plain = client.get("/openapi.json")
    packed = client.get("/openapi.json", headers={"Accept-Encoding": "gzip, br"})
    assert packed.headers["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in packed.headers["Vary"]
    assert int(packed.headers["Content-Length"]) == len(packed.data) < len(plain.data)
    assert gzip.decompress(packed.data) == plain.data
    assert "Content-Encoding" not in client.get("/openapi.json", headers={"Accept-Encoding": "gzip;q=0"}).headers
    assert "Content-Encoding" not in client.get("/livez", headers={"Accept-Encoding": "gzip"}).headers


def test_head_answers_without_a_body(running: Table) -> None:
    head = running.client.head(running.path)
    assert (head.status_code, head.data, head.headers["ETag"][:3]) == (200, b"", '"3.')
    assert running.client.head(running.path + "/events").status_code == 200


def test_head_of_a_stream_does_not_stay_open(running: Table) -> None:
    answer = running.client.head(running.path + "/events", headers={"Accept": "text/event-stream"})
    assert (answer.status_code, answer.data) == (200, b"")


@pytest.mark.parametrize("place", ["/legal-actions", "/events", "/votes", "/fairness", "/board.svg"])
def test_what_hangs_on_the_caller_is_kept_by_no_cache(running: Table, place: str) -> None:
    assert running.get(place, 0).headers["Cache-Control"] in ("no-store", "private, no-cache")
    assert running.client.get("/v1/games").headers["Cache-Control"] == "no-store"


def test_an_answer_without_a_body_has_no_type(client: FlaskClient) -> None:
    table = new_table(client, ruleset="catan-dice", seats=[{"kind": "human"}])
    assert "Content-Type" not in client.options(table.path).headers
    gone = client.delete(table.path, headers={"Authorization": f"Bearer {table.owner}"})
    assert (gone.status_code, gone.headers.get("Content-Type")) == (204, None)


def test_a_browser_that_asks_first_makes_no_move(running: Table) -> None:
    assert running.client.options(running.path + "/commands").headers["RateLimit"].startswith('"requests"')


@pytest.mark.parametrize("accept", [None, "", "*/*", "application/json"])
def test_who_does_not_mind_gets_pages(running: Table, accept: str | None) -> None:
    answer = running.client.get(running.path + "/events", headers={} if accept is None else {"Accept": accept})
    assert answer.mimetype == "application/json"
    assert "Accept" in answer.headers["Vary"].split(", ")


def test_tokens_are_not_kept_on_the_way(client: FlaskClient) -> None:
    answer = client.post("/v1/games", json={"ruleset": "toy", "seats": [{"kind": "human"}, {"kind": "open"}]})
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.headers["Location"] == f"/v1/games/{answer.json['id']}"
    assert client.get(answer.headers["Location"]).status_code == 200


def test_summaries_speak_the_language_asked_for(client: FlaskClient) -> None:
    table = new_table(client, ruleset="catan", seats=[{"kind": "human"}] * 3)
    owing = table.get().json["awaiting"][0]["seat"]
    english = table.get("/legal-actions", owing)
    spanish = table.get("/legal-actions", owing, Accept_Language="es")
    assert (english.headers["Content-Language"], spanish.headers["Content-Language"]) == ("en", "es")
    assert english.json["actions"][0]["summary"].startswith("Found a settlement")
    assert spanish.json["actions"][0]["summary"].startswith("Fundar un poblado")
    assert "Accept-Language" in spanish.headers["Vary"]


@pytest.mark.parametrize("wish", [{"ruleset": "elasund"}, {"ruleset": "catan", "map": "beginner"}])
def test_a_printed_board_is_there_before_the_game_starts(client: FlaskClient, wish: dict[str, str]) -> None:
    table = new_table(client, **wish, seats=[{"kind": "human"}, {"kind": "human"}, {"kind": "open"}])
    before = table.get("/board")
    assert (before.status_code, table.get().json["status"]) == (200, "open")
    assert table.post("/seats", {}).status_code == 201
    assert table.get("/board").json == before.json


def test_a_board_that_is_laid_by_the_set_up_is_not(client: FlaskClient) -> None:
    table = new_table(client, ruleset="catan", seats=[{"kind": "human"}, {"kind": "human"}, {"kind": "open"}])
    answer = table.get("/board")
    assert (answer.status_code, answer.json["rule"]) == (409, "game.not_started")


def test_a_refusal_says_its_rule_in_the_language_asked_for(client: FlaskClient) -> None:
    table = new_table(client, ruleset="catan", seats=[{"kind": "human"}] * 3)
    owing = table.get().json["awaiting"][0]["seat"]
    answer = table.post("/commands", {"type": "RollDice"}, owing, Accept_Language="es")
    rule = client.get(f"/v1/rules/{answer.json['rule']}").json
    case = "RollDice no es posible ahora; este asiento puede enviar: FoundSettlement."
    assert answer.json["detail"].startswith(f"{case} {rule['text']['es']}")
    assert rule["text"]["en"] in table.post("/commands", {"type": "RollDice"}, owing).json["detail"]


def test_the_server_tells_about_itself(client: FlaskClient) -> None:
    body = client.get("/v1").json
    assert body["languages"] == ["en", "es"]
    assert (body["rules"], body["compiling"]) in (("plain", "off"), ("compiled", "installed"))
    assert body["limits"]["batch"] == 32
    assert body["time"].endswith("Z")


def test_a_rule_is_told_in_both_languages_with_its_place(client: FlaskClient) -> None:
    body = client.get("/v1/rules/catan.road.cost").json
    assert body["text"] == {"en": "A road costs brick + lumber.", "es": "Una carretera cuesta arcilla + madera."}
    assert (body["confidence"], bool(body["places"])) == ("printed", True)
    assert client.get("/v1/rules/catan.road.price").status_code == 404


def test_rulesets_and_agents_are_told(client: FlaskClient) -> None:
    rulesets = client.get("/v1/rulesets").json["rulesets"]
    assert {"toy", "catan"} <= {ruleset["id"] for ruleset in rulesets}
    assert client.get("/v1/rulesets/catan").json["options"]["type"] == "object"
    assert client.get("/v1/rulesets/chess").status_code == 404
    agents = {agent["id"] for agent in client.get("/v1/agents").json["agents"]}
    assert agents >= {"uniform", "heuristic"}
    assert client.get("/v1/agents/uniform").json["id"] == "uniform"
    assert client.get("/v1/agents/hal").status_code == 404


def test_health_tells_the_durability_found(client: FlaskClient) -> None:
    assert client.get("/livez").json == {"status": "ok"}
    ready = client.get("/readyz").json
    assert ready["status"] == "ok"
    assert ready["durability"] == client.get("/v1").json["durability"]


def test_requests_and_problems_are_measured(client: FlaskClient) -> None:
    client.get("/v1/games/unknown")
    text = client.get("/metrics").text
    assert 'longroad_http_requests_total{method="GET",route="/v1/games/<id>",status="404"}' in text
    assert 'longroad_refusals_total{problem="not_found"}' in text
    assert "longroad_http_request_seconds_bucket" in text


def test_the_documentation_needs_no_other_server(client: FlaskClient) -> None:
    page = client.get("/docs").text
    assert "http:" not in page
    assert "https:" not in page
    for asset in ("swagger-ui.css", "swagger-ui-bundle.js", "start.js", "favicon-32x32.png"):
        assert f"docs/{asset}" in page
        assert client.get(f"/docs/{asset}").status_code == 200
    assert client.get("/docs/../app.py").status_code == 404


def test_the_glossary_is_reached_from_the_documentation(client: FlaskClient) -> None:
    contract = json.loads(client.get("/openapi.json").data)
    for link in ("/docs/glossary", contract["externalDocs"]["url"]):
        assert f'href="{link}"' in client.get("/docs").text
        page = client.get(link)
        assert page.status_code == 200
        assert page.mimetype == "text/html"
    assert "<strong>agenda</strong>" in page.text
    assert "http:" not in page.text, "it needs no other server"


def test_the_contract_is_served(client: FlaskClient) -> None:
    served = json.loads(client.get("/openapi.json").data)
    assert served["openapi"] == "3.1.0"
    assert "/v1/games/{id}/commands" in served["paths"]
