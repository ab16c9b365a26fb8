"""Tests links: the Link headers of answers (RFC 8288), the API catalog (RFC 9727), and the documents that they name."""

import json
import re
from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.json_documents import read_yaml
from tests.service.http.client import SEATS, Table, new_table

LINK = re.compile(r'<([^>]*)>((?:; *\w+="[^"]*")*)')
RELATION = re.compile(r'rel="([^"]*)"')


def links(answer: TestResponse) -> dict[str, str]:
    """Return the targets of an answer's links, by relation."""
    found = LINK.findall(answer.headers.get("Link", ""))
    return {relation: target for target, said in found for relation in RELATION.findall(said)}


def test_the_server_leads_to_its_descriptions(client: FlaskClient) -> None:
    told = links(client.get("/v1"))
    assert told == {
        "service-desc": "/openapi.json",
        "service-doc": "/docs",
        "help": "/guide/",
        "status": "/readyz",
        "api-catalog": "/.well-known/api-catalog",
    }
    for target in set(told.values()) - {"/guide/"}:
        assert client.get(target).status_code == 200, target


def test_the_catalog_lists_the_api(client: FlaskClient) -> None:
    answer = client.get("/.well-known/api-catalog")
    assert answer.mimetype == "application/linkset+json"
    assert answer.mimetype_params["profile"] == "https://www.rfc-editor.org/info/rfc9727"
    [entry] = answer.get_json(force=True)["linkset"]
    assert entry["anchor"] == "/v1"
    targets = {one["href"]: one for name in ("service-desc", "service-doc", "status") for one in entry[name]}
    assert {"/openapi.json", "/asyncapi.json", "/docs", "/readyz"} <= targets.keys()
    for target in targets.keys() - {"/guide/"}:
        assert client.get(target).mimetype == targets[target]["type"], target
    head = client.head("/.well-known/api-catalog")
    assert (head.status_code, links(head)["api-catalog"]) == (200, "/.well-known/api-catalog")


def test_both_forms_of_the_asyncapi_say_the_same(client: FlaskClient) -> None:
    answer = client.get("/asyncapi.json")
    assert answer.mimetype == "application/json"
    assert json.loads(answer.data) == read_yaml(client.get("/asyncapi.yaml").data)
    assert client.get("/v1").json["contract"]["asyncapi_json"] == "/asyncapi.json"


def walked(client: FlaskClient, path: str, name: str, headers: dict[str, str] | None = None) -> list[Any]:
    """Return the entries of all pages, each found by the link of the one before."""
    found, place, pages = [], path, 0
    while place:
        answer = client.get(place, headers=headers)
        assert answer.status_code == 200, answer.text
        page, pages = answer.json, pages + 1
        assert ("next" in links(answer)) == ("next" in page)
        found += page[name]
        place = links(answer).get("next", "")
    assert pages > 1
    return found


def test_pages_of_games_lead_to_the_next(client: FlaskClient) -> None:
    ids = [new_table(client, seats=SEATS).id for _ in range(3)]
    path = "/v1/games?ruleset=toy&limit=2&sort=created"
    first = client.get(path)
    assert links(first)["next"].startswith("/v1/games?")
    for kept in ("ruleset=toy", "limit=2", "sort=created"):
        assert kept in links(first)["next"]
    second = client.get(links(first)["next"])
    assert [row["id"] for row in (first.json["games"] + second.json["games"])[:3]] == ids[::-1]


def test_pages_of_events_lead_to_the_next(running: Table) -> None:
    running.act(0, "Roll")
    events = walked(running.client, running.path + "/events?limit=1&summaries=true", "events", running.headers(0))
    whole = running.get("/events?summaries=true", 0).json
    assert events == whole["events"]


def test_pages_of_my_events_lead_to_the_next(running: Table) -> None:
    running.act(0, "Roll")
    walked(running.client, "/v1/me/events?limit=1", "events", running.headers(0))


def test_a_link_repeats_no_ticket(running: Table) -> None:
    running.act(0, "Roll")
    ticket = running.post("/stream-tickets", {}, 0).json["ticket"]
    answer = running.get(f"/events?limit=1&ticket={ticket}")
    assert "next" in answer.json
    assert "ticket" not in answer.headers.get("Link", "")


def test_a_page_of_games_continues_after_the_next(client: FlaskClient) -> None:
    for _ in range(2):
        new_table(client)
    first = client.get("/v1/games?ruleset=toy&limit=1")
    new = client.get("/v1/games", query_string={"ruleset": "toy", "limit": 1, "after": first.json["next"]})
    old = client.get("/v1/games", query_string={"ruleset": "toy", "limit": 1, "cursor": first.json["next"]})
    assert new.json["games"] == old.json["games"] != first.json["games"]
    assert "Deprecation" not in new.headers
    assert old.headers["Deprecation"].startswith("@")
    assert old.headers["Sunset"].endswith("GMT")
    exposed = old.headers["Access-Control-Expose-Headers"].split(", ")
    assert {"Deprecation", "Link", "Sunset"} <= set(exposed)
    assert set(links(old)) == {"deprecation", "next"} if "next" in old.json else {"deprecation"}
    assert "after=" in links(old).get("next", "after=")
    assert "cursor=" not in links(old).get("next", "")


def test_both_names_at_once_are_refused(client: FlaskClient) -> None:
    answer = client.get("/v1/games?after=1.a&cursor=1.a")
    assert answer.status_code == 422
    assert [one["code"] for one in answer.json["errors"]] == ["old_name"]
