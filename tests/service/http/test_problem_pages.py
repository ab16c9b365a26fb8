"""Tests the addresses of the types of problems: they answer people and programs."""

import re
from html.parser import HTMLParser

import pytest
from flask.testing import FlaskClient

from service.problems import STATUS
from tests.service.http.live import ROOT

HTML = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
TABLE = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("slug", STATUS)
def test_every_type_resolves_for_programs_and_people(client: FlaskClient, slug: str) -> None:
    told = client.get(f"/problems/{slug}")
    assert (told.status_code, told.mimetype) == (200, "application/json")
    assert (told.json["type"], told.json["status"]) == (f"/problems/{slug}", STATUS[slug])
    page = client.get(f"/problems/{slug}", headers=HTML)
    assert (page.status_code, page.mimetype) == (200, "text/html")
    HTMLParser().feed(page.text)
    assert re.findall("[A-Z]{5,}", re.sub("<[^>]+>|JSON|UTF|LONGROAD_HOSTS", "", page.text)) == []
    assert f"<h1>{told.json['title']}</h1>" in page.text


def test_the_list_has_every_type_as_the_guide_has_it(client: FlaskClient) -> None:
    listed = client.get("/problems").json["problems"]
    rows = re.findall(r"^\| `(/problems/\w+)` \| (\d+) \| (.*) \|$", TABLE, re.MULTILINE)
    assert rows == [(entry["type"], str(entry["status"]), entry["remedy"]) for entry in listed]


def test_the_language_of_a_type_is_negotiated(client: FlaskClient) -> None:
    spanish = client.get("/problems/refused", headers=HTML | {"Accept-Language": "es"})
    assert '<html lang="es">' in spanish.text
    assert "las reglas no lo permiten" in spanish.text
    assert (spanish.headers["Content-Language"], "Accept-Language" in spanish.headers["Vary"]) == ("es", True)
    known = {"Accept-Language": "es", "If-None-Match": spanish.headers["ETag"]}
    assert client.get("/problems/refused", headers=HTML | known).status_code == 304


def test_an_unknown_type_names_those_like_it(client: FlaskClient) -> None:
    refused = client.get("/problems/refuse")
    assert (refused.status_code, refused.json["nearest"][0]) == (404, "/problems/refused")


def test_the_type_of_an_answer_resolves(client: FlaskClient) -> None:
    problem = client.get("/v1/games/nope").json
    assert client.get(problem["type"]).json["title"] == problem["title"]
