"""Tests a server below a path of its host: every link in its answers begins with the path, and leads somewhere."""

import re
from pathlib import Path
from random import Random
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service.http.incoming import Incoming
from service.http.responses import job_document
from service.settings import SettingsError, read_settings
from tests.conftest import StorePair
from tests.pages import SERVED
from tests.service.http.client import SEATS, guide_app, new_table, plain_app
from tests.service.http.playing import play_on
from tests.service.mcp.model import message, post

BASE = "/longroad"
CONTRACTS = ("/openapi.json", "/openapi.yaml", "/asyncapi.json", "/asyncapi.yaml")
ADDRESS = re.compile(r"""(?:href|src)=["'](/[^"']*)""")


class Behind(FlaskClient):
    """Represents a client behind a proxy that takes the path off; it notes what answers lead to."""

    def __init__(self, *given: Any, **settings: Any) -> None:
        super().__init__(*given, **settings)
        rules = self.application.url_map.iter_rules()
        first = "|".join(sorted(re.escape(rule.rule.split("/")[1]) for rule in rules if rule.rule != "/"))
        self.link = re.compile(
            rf"""(?:["'<]|^- |^  |; )({BASE}\b[^"'>\s:]*|/(?:{first})(?![\w-])[^"'>\s:]*)""", re.MULTILINE
        )
        self.asked: set[str] = set()
        self.found: dict[str, str] = {}

    def open(self, *given: Any, **settings: Any) -> TestResponse:
        """Send a request, and note the links of the answer."""
        answer = super().open(*given, **settings)
        self.asked.add(answer.request.path)
        if answer.request.path not in CONTRACTS:
            found = [*self.link.findall(answer.text), *ADDRESS.findall(answer.text)]
            told = [answer.headers.get("Location", ""), *self.link.findall(answer.headers.get("Link", ""))]
            self.found |= {link: answer.request.path for link in (*found, *told) if link}
        return answer


@pytest.fixture
def behind(stores: StorePair) -> Behind:
    """Return a client of a server below a path."""
    app = plain_app(stores, LONGROAD_BASE_PATH=f"{BASE}/")
    app.test_client_class = Behind
    client = app.test_client()
    client.environ_base["REMOTE_ADDR"] = "10.78.0.1"
    assert isinstance(client, Behind)
    return client


def play_a_game(client: Behind) -> None:
    """Play a game to its end and ask for what belongs to it, by good requests and by bad ones."""
    table = new_table(client)
    assert client.post("/v1/games", json={"ruleset": "toy", "seats": SEATS}).headers["Location"].startswith(BASE)
    table.post("/commands", {"type": "Roll"}, 0)
    table.post("/dry-runs", {"type": "Roll"}, 0)
    play_on(table, Random(5))
    assert table.post("/stream-tickets", {}, 0).json["stream"].startswith(f"{BASE}/v1/games/")
    for place in ("", "/board", "/legal-actions", "/events?limit=1", "/votes", "/fairness"):
        table.get(place, 0)
    for place in ("/undo", "/branches", "/replays", "/resign", "/seats"):
        table.post(place, {}, 0)
    assert table.post("/replays", {"format": "text"}, 0).headers["Location"].startswith(f"{BASE}/v1/jobs/")


def test_every_link_of_a_whole_game_and_of_the_pages_stays_below_the_path(behind: Behind) -> None:
    play_a_game(behind)
    pages = ("/v1", "/v1/rulesets", "/v1/agents", "/v1/games", "/problems", "/llms.txt")
    for path in (*pages, *SERVED, *CONTRACTS, "/.well-known/api-catalog", "/v1/gmaes", "/problems/refuse", "/readyz"):
        behind.get(path)
    for path in ("/problems", "/problems/refused"):
        assert behind.get(path, headers={"Accept": "text/html"}).mimetype == "text/html"
    post(behind, message("tools/list", {}))
    older = behind.get("/v1/games?limit=1").json["next"]
    assert "Sunset" in behind.get("/v1/games", query_string={"cursor": older}).headers

    astray = {link: page for link, page in behind.found.items() if link != BASE and not link.startswith(f"{BASE}/")}
    assert astray == {}
    paths = {link.removeprefix(BASE).partition("?")[0].partition("#")[0] for link in behind.found}
    assert {"/", "/docs", "/guide/", "/v1/games", "/problems/refused", "/mcp"} <= paths
    assert any(path.startswith("/console/built/main-") for path in paths)
    adapter = behind.application.url_map.bind("localhost")
    places = {re.sub(r"\{\w+\}", "0", path) for path in paths - behind.asked}
    assert {path for path in places if not adapter.allowed_methods(path)} == set()


def test_a_job_that_failed_says_so_below_the_path(behind: Behind) -> None:
    application = behind.application.extensions["longroad"]
    with (
        behind.application.test_request_context(environ_overrides={"SCRIPT_NAME": BASE}) as flask,
        Incoming(flask.request.environ, application),
    ):
        told = job_document({"id": "1", "problem": {"slug": "internal_error"}})["problem"]
    assert (told["type"], told["instance"]) == (f"{BASE}/problems/internal_error", f"{BASE}/v1/jobs/1")


def test_the_contracts_name_the_path(behind: Behind) -> None:
    for path in CONTRACTS:
        server = behind.get(path).get_json(force=True)["servers"]
        assert (server["longroad"]["pathname"] if "async" in path else server[0]["url"]) == BASE
    assert behind.get("/openapi.json").json["externalDocs"]["url"] == f"{BASE}/docs/glossary"


def test_pages_of_the_guide_lead_below_the_path(tmp_path: Path) -> None:
    (tmp_path / "errors").mkdir()
    (tmp_path / "index.html").write_text("<a href='errors/'>Errors</a> <a href=\"/docs\">Docs</a>")
    reader = guide_app(tmp_path, BASE).test_client()
    assert reader.get("/guide/errors").headers["Location"] == f"{BASE}/guide/errors/"
    assert reader.get("/guide/").text == f"<a href='errors/'>Errors</a> <a href=\"{BASE}/docs\">Docs</a>"


@pytest.mark.parametrize("text", ["longroad", "//elsewhere.example", "/a//b", "/..", "/a/../b", "/a b", "/a?b", "/é"])
def test_what_is_no_path_is_refused(text: str) -> None:
    with pytest.raises(SettingsError, match="LONGROAD_BASE_PATH must be a path such as /longroad"):
        read_settings({"LONGROAD_BASE_PATH": text})


@pytest.mark.parametrize(("text", "path"), [("", ""), ("/", ""), ("/longroad/", "/longroad"), ("/a/b-c.d", "/a/b-c.d")])
def test_a_path_is_read_without_its_last_slash(text: str, path: str) -> None:
    assert read_settings({"LONGROAD_BASE_PATH": text}).base_path == path
