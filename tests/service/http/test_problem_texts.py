"""Tests that every problem gives its sentence all that the sentence names: one that lacked it would become a 500."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, get_args

import pytest
from flask import Flask

from service import problems
from service.game.quarantine import AWAY, DAMAGED, NEWER, Quarantined
from service.http import problem_documents
from service.problems import Problem
from service.texts.files import LANGUAGES
from service.texts.words import WORDS, say
from tests.service.http.client import new_table
from tests.service.http.keys import new_key

SERVICE: Final = Path(__file__).parents[3] / "service"
DETAILS: Final = [key for key in WORDS if re.fullmatch(r"problem\.\w+\.detail(\.(?!without)\w+)?", key)]
THINGS: Final = get_args(problems.Thing)
NAMED: Final = get_args(problems.Named)

MADE: Final = [
    *(problems.not_found(what) for what in THINGS),
    *(problems.unknown_name(what, "ghost", ["host"]) for what in NAMED),
    *(problems.unknown(given) for given in get_args(problems.BadCredential)),
    problems.unsupported("media_type", "application/json"),
    problems.unsupported("no_body", "application/json"),
    problems.unsupported("coding", "identity"),
    problems.beyond_head(0),
    problems.stale(0),
    problems.stale(0, is_readable=False),
    problems.forbidden("owner_token", "seat_token"),
    problems.missing_credential("seat_token"),
    problems.out_of_scope("play"),
    problems.too_many(0),
    problems.busy(),
    *(Quarantined(slug, "game", 0) for slug in (NEWER, DAMAGED, AWAY)),
]
"""What the functions of `service.problems` make, with every word that they accept."""

BODIES: Final = (b"{", b"\xff", b'"\\ud800"', b"", b"\xef\xbb\xbf{}", b"[" * 40 + b"]" * 40, b'{"a":1,"a":2}')
ASKED: Final[list[tuple[str, str, dict[str, Any]]]] = [
    *(("POST", "/v1/games", {"data": body, "content_type": "application/json"}) for body in BODIES),
    (
        "POST",
        "/v1/games",
        {"data": b"{" + b",".join(b'"%d":0' % n for n in range(70_000)) + b"}", "content_type": "application/json"},
    ),
    (
        "POST",
        "/v1/games",
        {"data": b'{"' + b"a" * 500 + b'":1,"' + b"a" * 500 + b'":2}', "content_type": "application/json"},
    ),
    ("GET", "/v1/gamse", {}),
    ("GET", "/" + "z" * 90, {}),
    ("GET", "/problems/not_fuond", {}),
    ("GET", "{game}/seats/first", {}),
    ("POST", "{game}/resign", {"json": {}, "headers": {"X-Api-Key": "{key}"}}),
    ("POST", "{game}/resign", {"json": {}, "headers": {"X-Api-Key": "{key}", "X-Seat": "0"}}),
    ("GET", "/v1/admin/clients", {"headers": {"Authorization": "Bearer {token}"}}),
    ("GET", "/v1/keys", {"headers": {"Authorization": "Bearer {token}"}}),
    ("PUT", "/v1/games", {}),
    ("GET", "/v1/rulesets", {"headers": {"Accept": "image/png"}}),
    ("GET", "/v1/rulesets", {"headers": {"X-Longroad-Version": "1999-01-01"}}),
    ("GET", "{game}/history?version=99", {}),
]


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """Return the keys of the sentences that problems have used in this test."""
    keys: set[str] = set()

    def noting(key: str, *given: Any) -> str:
        text = say(key, *given)
        keys.add(key)
        return text

    monkeypatch.setattr(problem_documents, "say", noting)
    return keys


def test_whatever_is_not_there_has_a_sentence_of_its_own() -> None:
    told = {key.rpartition(".")[2] for key in DETAILS if key.startswith("problem.not_found.detail.")}
    assert told == {*THINGS, *NAMED, "version"}


@pytest.mark.parametrize("problem", MADE, ids=lambda made: f"{made.slug} {made.params.get('why')}")
def test_what_a_function_makes_can_be_said(problem: Problem) -> None:
    for language in LANGUAGES:
        assert "%(" not in problem_documents.problem_document(problem, language, "")["detail"]


def test_every_sentence_with_parameters_is_said_somewhere(app: Flask, said: set[str]) -> None:
    for problem in MADE:
        problem_documents.problem_document(problem, "en", "")
    client = app.test_client()
    table, key = new_table(client), new_key(client, scopes=["seats"])
    for method, path, sent in ASKED:
        headers = {name: text.format(key=key, token=table.owner) for name, text in sent.get("headers", {}).items()}
        answer = client.open(path.format(game=table.path), method=method, **{**sent, "headers": headers})
        assert answer.status_code < 500, answer.text
    direct = {key for _, keys, _, is_open in _calls() if not is_open for key in keys}
    needing = {key for key in DETAILS if "%(" in WORDS[key]}
    assert needing - said - direct == set()


def test_a_call_gives_what_its_sentence_names() -> None:
    lacking = [
        f"{place}: {key} needs {sorted(needed)}"
        for place, keys, given, is_open in _calls()
        if not is_open
        for key in keys
        if not (needed := set(re.findall(r"%\((\w+)\)s", WORDS[key]))) <= given and f"{key}.without" not in WORDS
    ]
    assert lacking == []


def _calls() -> Iterator[tuple[str, list[str], set[str], bool]]:
    """Yield each `Problem(...)` with a slug: its place, its sentence, what it gives, whether it may give more."""
    for path in sorted(SERVICE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(func=ast.Name(id="Problem"), args=[ast.Constant(value=str(slug)), *_]):
                    yield (f"{path.relative_to(SERVICE)}:{node.lineno}", *_call(node, slug))


def _call(node: ast.Call, slug: str) -> tuple[list[str], set[str], bool]:
    given = {word.arg for word in node.keywords if word.arg}
    params = next((word.value for word in node.keywords if word.arg == "params"), ast.Dict([], []))
    is_open = any(word.arg is None for word in node.keywords) or not isinstance(params, ast.Dict)
    why = None
    if isinstance(params, ast.Dict):
        for name, value in zip(params.keys, params.values, strict=True):
            if isinstance(name, ast.Constant):
                given.add(str(name.value))
                if name.value == "why":
                    why = str(value.value) if isinstance(value, ast.Constant) else None
                    is_open = is_open or why is None
    given |= {"kinds_expected"} if "expected" in given else set()
    given |= {"kind_given"} if "given" in given else set()
    key = f"problem.{slug}.detail.{why}"
    return [key if key in WORDS else f"problem.{slug}.detail"], given, is_open
