"""Tests how the guide is served: its pages, their tags and policy, and what is said where it is not built."""

import base64
import re
from hashlib import sha256
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from tests.service.http.client import guide_app

SCRIPT = "document.title = 'Guide'"


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """Return a folder with a small guide, below one that holds a secret."""
    (tmp_path / "secret.txt").write_text("secret")
    built = tmp_path / "guide"
    for name in ("first-game", "search"):
        (built / name).mkdir(parents=True)
    (built / "index.html").write_text(f"<h1>Longroad</h1><script>{SCRIPT}</script>")
    (built / "first-game" / "index.html").write_text("<h1>A first game</h1>")
    (built / "search" / "search_index.json").write_text("{}")
    (built / "LICENSE").write_text("MIT")
    (built / "console.webp").write_bytes(b"RIFF")
    return built


@pytest.fixture
def reader(place: Path) -> FlaskClient:
    """Return a client of an application that serves this guide."""
    return guide_app(place).test_client()


def test_pages_have_the_address_of_their_folder(reader: FlaskClient) -> None:
    for asked in ("/guide", "/guide/first-game"):
        answer = reader.get(asked)
        assert (answer.status_code, answer.headers["Location"]) == (308, f"{asked}/")
    assert "A first game" in reader.get("/guide/first-game/").text
    assert reader.get("/guide/search/search_index.json").mimetype == "application/json"
    assert reader.get("/guide/LICENSE").mimetype == "text/plain"
    assert reader.get("/guide/console.webp").mimetype == "image/webp"


def test_a_page_is_sent_again_when_it_changed(reader: FlaskClient, place: Path) -> None:
    first = reader.get("/guide/")
    assert first.headers["Cache-Control"] == "no-cache"
    assert "Date" not in first.headers, "gunicorn writes it"
    known = {"If-None-Match": first.headers["ETag"]}
    assert reader.get("/guide/", headers=known).status_code == 304
    head = reader.head("/guide/")
    assert (head.status_code, head.headers["ETag"], head.data) == (200, first.headers["ETag"], b"")
    (place / "index.html").write_text("<h1>Another</h1>")
    assert "Another" in reader.get("/guide/", headers=known).text


def test_only_the_scripts_of_a_page_may_run_in_it(reader: FlaskClient) -> None:
    digest = base64.b64encode(sha256(SCRIPT.encode()).digest()).decode()
    assert f"script-src 'self' 'sha256-{digest}';" in reader.get("/guide/").headers["Content-Security-Policy"]
    assert "script-src 'self';" in reader.get("/guide/first-game/").headers["Content-Security-Policy"]


@pytest.mark.parametrize(
    "path", ["nowhere", "search", "../secret.txt", "..%2fsecret.txt", "%00", "a" * 5000, "first-game/../../secret.txt"]
)
def test_what_is_no_page_is_404(reader: FlaskClient, path: str) -> None:
    answer = reader.get(f"/guide/{path}", follow_redirects=True)
    assert (answer.status_code, answer.mimetype) == (404, "text/html")
    assert "secret" not in answer.text
    assert "href='/guide/'" in answer.text


def test_a_guide_that_is_not_built_says_how_it_is(reader: FlaskClient, place: Path) -> None:
    (place / "index.html").unlink()
    for path in ("/guide", "/guide/first-game/"):
        answer = reader.get(path)
        assert (answer.status_code, answer.headers["Retry-After"]) == (503, "10")
        assert "not built yet" in answer.text
        assert "make guide" in answer.text
    (place / "failed.txt").touch()
    assert "registry" in reader.get("/guide").text


def test_the_server_offers_it(client: FlaskClient) -> None:
    unchecked = FlaskClient(client.application)  # 503 is in no contract: the guide is none of the API
    assert unchecked.get("/guide", follow_redirects=True).status_code in (200, 503)
    assert 'href="/guide/"' in client.get("/").text


@pytest.mark.parametrize("path", ["/docs", "/docs/glossary", "/guide/"])
def test_the_guide_and_the_pages_of_the_api_share_a_bar(client: FlaskClient, path: str) -> None:
    page = FlaskClient(client.application).get(path).text
    bar = page.partition('<nav class="frame"')[2].partition("</nav>")[0]
    assert re.findall('href="([^"]+)"', bar) == ["/", "/guide/", "/docs", "/docs/glossary"]
    assert re.findall('href="([^"]+)" aria-current', bar) == [path]
