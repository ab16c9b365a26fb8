"""Tests what clients may keep: documents that change only with the server have tags, an age, and are sent packed."""

import gzip
import json

import pytest
from flask.testing import FlaskClient

from service.routes.docs import ASSETS

PACKED = {"Accept-Encoding": "gzip"}
CONTRACT = ("/openapi.json", "/openapi.yaml", "/asyncapi.json", "/asyncapi.yaml")
DOCUMENTS = (*CONTRACT, "/docs/swagger-ui-bundle.js", "/docs/swagger-ui.css")
LEADS = ("/llms.txt", "/.well-known/api-catalog")
PAGES = ("/docs", "/docs/glossary", "/docs/start.js")
CATALOG = (
    "/v1/rulesets",
    "/v1/rulesets/catan",
    "/v1/rules/catan.road.cost",
    "/v1/agents",
    "/v1/agents/uniform",
    "/v1/ladder",
)


@pytest.mark.parametrize("path", [*DOCUMENTS, *LEADS, *PAGES, *CATALOG])
def test_what_is_known_is_not_sent_again(client: FlaskClient, path: str) -> None:
    first = client.get(path, headers=PACKED)
    assert first.status_code == 200, first.text
    known = PACKED | {"If-None-Match": first.headers["ETag"]}
    again = client.get(path, headers=known)
    assert (again.status_code, again.data, again.headers["ETag"]) == (304, b"", first.headers["ETag"])
    assert again.headers["Cache-Control"] == first.headers["Cache-Control"]
    head = client.head(path, headers=PACKED)
    assert (head.status_code, head.data, head.headers["ETag"]) == (200, b"", first.headers["ETag"])
    assert client.get(path, headers={"If-None-Match": '"other"'}).status_code == 200


@pytest.mark.parametrize(
    ("paths", "told"), [(DOCUMENTS + LEADS, "max-age=300"), (PAGES, "no-cache"), (CATALOG, "private, max-age=300")]
)
def test_how_long_it_may_be_kept(client: FlaskClient, paths: tuple[str, ...], told: str) -> None:
    assert {client.get(path).headers["Cache-Control"] for path in paths} == {told}


@pytest.mark.parametrize("path", DOCUMENTS)
def test_large_documents_are_sent_packed(client: FlaskClient, path: str) -> None:
    plain = client.get(path)
    assert "Content-Encoding" not in plain.headers
    packed = client.get(path, headers=PACKED)
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.data) == plain.data
    assert len(packed.data) * 3 < len(plain.data)
    for answer in (plain, packed):
        assert "Accept-Encoding" in answer.headers["Vary"]
        assert int(answer.headers["Content-Length"]) == len(answer.data)


def test_pictures_beside_the_documents_are_kept_too(client: FlaskClient) -> None:
    answer = client.get("/docs/favicon-32x32.png", headers=PACKED)
    assert answer.data == (ASSETS / "favicon-32x32.png").read_bytes()
    assert (answer.mimetype, answer.headers["Cache-Control"]) == ("image/png", "max-age=300")


def test_the_server_alone_writes_the_date(client: FlaskClient) -> None:
    for path in ("/", "/console/main.js", "/docs", "/openapi.json", "/v1/rulesets"):
        answer = client.get(path)
        assert (answer.status_code, "Date" in answer.headers) == (200, False), path


def test_each_language_has_a_tag(client: FlaskClient) -> None:
    said = [client.get("/v1/agents", headers={"Accept-Language": tongue}) for tongue in ("en", "es")]
    assert len({answer.headers["ETag"] for answer in said}) == 2
    assert all("Accept-Language" in answer.headers["Vary"] for answer in said)


def test_a_client_without_a_valid_token_is_told_so_although_it_knows_the_answer(client: FlaskClient) -> None:
    tag = client.get("/v1/rulesets").headers["ETag"]
    sent = {"If-None-Match": tag, "Authorization": "Bearer nothing"}
    assert client.get("/v1/rulesets", headers=sent).status_code == 401


def test_what_changes_by_itself_is_not_kept(client: FlaskClient) -> None:
    for path in ("/v1", "/livez", "/v1/rules/no_such"):
        answer = client.get(path)
        assert "ETag" not in answer.headers
        assert answer.headers.get("Cache-Control", "no-store") == "no-store"


def test_the_contract_names_the_headers(client: FlaskClient) -> None:
    paths = json.loads(client.get("/openapi.json").data)["paths"]
    for path in ("/v1/rulesets", "/v1/rulesets/{id}", "/v1/rules/{id}", "/v1/agents", "/v1/agents/{id}", "/v1/ladder"):
        operation = paths[path]["get"]
        assert {"200", "304"} <= set(operation["responses"])
        assert "ETag" in operation["responses"]["200"]["headers"]
        assert "If-None-Match" in [one["name"] for one in operation["parameters"] if one["in"] == "header"]
