"""Tests that keys and tokens in each other's headers are told apart by their form, whether they exist or not."""

import pytest
from flask.testing import FlaskClient

from tests.service.http.client import Table
from tests.service.http.problem_answers import problem

UNKNOWN_KEY = "key-0123456789abcdef01." + "x" * 43
UNKNOWN_TOKEN = "0123456789abcdef01." + "x" * 43


def told(client: FlaskClient, path: str, **headers: str) -> tuple[str, str]:
    """Return what a refused request is said to have sent, and the sentence."""
    answer = client.get(path, headers={name.replace("_", "-"): text for name, text in headers.items()})
    body = problem(answer, 401, "unauthorized")
    return body["given"], body["detail"]


@pytest.mark.parametrize("form", ["Bearer {}", "bearer {}", "{}", "ApiKey {}"])
@pytest.mark.parametrize("path", ["/v1/rulesets", "/v1/me/pending", "{game}", "{game}/legal-actions"])
def test_a_key_in_place_of_a_token_is_told_so(table: Table, form: str, path: str) -> None:
    known = table.client.post("/v1/keys", json={}).json["key"]
    for key in (known, UNKNOWN_KEY):
        given, detail = told(table.client, path.format(game=table.path), Authorization=form.format(key))
        assert given == "misplaced_key"
        assert "X-Api-Key" in detail


@pytest.mark.parametrize("form", ["{}", "Bearer {}"])
@pytest.mark.parametrize("path", ["/v1/rulesets", "/v1/me/pending", "{game}", "/v1/admin/clients"])
def test_a_token_in_place_of_a_key_is_told_so(table: Table, form: str, path: str) -> None:
    for token in (table.tokens[0], UNKNOWN_TOKEN):
        given, detail = told(table.client, path.format(game=table.path), X_Api_Key=form.format(token))
        assert given == "misplaced_token"
        assert "Authorization: Bearer TOKEN" in detail


def test_what_has_neither_form_is_only_unknown(table: Table) -> None:
    assert told(table.client, table.path, Authorization="Bearer a.b")[0] == "unknown_token"
    assert told(table.client, table.path, Authorization="nonsense")[0] == "malformed"
    assert told(table.client, table.path, X_Api_Key="nonsense")[0] == "unknown_key"
    assert told(table.client, table.path, X_Api_Key=UNKNOWN_KEY)[0] == "unknown_key"
    assert told(table.client, table.path, Authorization=f"Bearer {UNKNOWN_TOKEN}")[0] == "unknown_token"
