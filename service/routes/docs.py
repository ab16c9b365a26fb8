"""Serves the documentation at /docs and /problems, which loads nothing from elsewhere.

/docs is Swagger UI, from flask-swagger-ui. The types of problems are explained at the addresses that `type` names: as a
page for people, as JSON for programs.
"""

from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from mimetypes import guess_type
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from flask import Flask, Response, abort, request
from flask_swagger_ui import flask_swagger_ui
from markupsafe import escape

from service.faults import nearest
from service.http.answers import json_answer
from service.http.caching import ASKED, KEPT, allow_caching, tag_of_content
from service.http.linking import under
from service.http.negotiation import language, representation
from service.http.pages import Document, document, document_answer, frame
from service.problems import STATUS, Problem
from service.texts.words import say

ASSETS: Final = Path(flask_swagger_ui.__file__).parent / "dist"
SERVED: Final = ("swagger-ui.css", "swagger-ui-bundle.js", "favicon-32x32.png")
PROBLEMS: Final = "/problems"
OFFERED: Final = ("application/json", "text/html")
SCRIPT: Final = "start.js"  # the only file of our own
OWN: Final = files("service.routes") / "docs_page"
POLICY: Final = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'"


def install(app: Flask) -> None:
    """Add /docs, /docs/glossary, /problems and /problems/{type} to the application."""
    app.add_url_rule("/docs", "docs", lambda: _page("index.html", "/docs"))
    app.add_url_rule("/docs/glossary", "glossary", lambda: _page("glossary.html", "/docs/glossary"))
    app.add_url_rule("/docs/<name>", "docs_asset", _asset)
    app.add_url_rule(PROBLEMS, "problems", _list_problems)
    app.add_url_rule(f"{PROBLEMS}/<slug>", "problem", _show_problem)


def _page(name: str, path: str) -> Response:
    response = document_answer(_frame(name, path, request.script_root), ASKED)
    response.headers["Content-Security-Policy"] = POLICY
    return response


def _asset(name: str) -> Response:
    if name not in (*SERVED, SCRIPT):
        abort(404)
    return document_answer(_file(name), ASKED if name == SCRIPT else KEPT)


@cache
def _frame(name: str, path: str, base: str) -> Document:
    return document(frame((OWN / name).read_text(encoding="utf-8"), path, base).encode(), "text/html")


@cache
def _file(name: str) -> Document:
    if name == SCRIPT:
        return document((OWN / name).read_bytes(), "text/javascript")
    return document((ASSETS / name).read_bytes(), guess_type(name)[0] or "application/octet-stream")


def _list_problems() -> Response:
    entries = [_problem_entry(slug) for slug in STATUS]
    return _problems_answer({"problems": entries}, entries, say("problems.title", None, language()))


def _show_problem(slug: str) -> Response:
    if slug not in STATUS:
        found = [under(f"{PROBLEMS}/{near}") for near in nearest(slug, STATUS)]
        members: dict[str, Any] = {"nearest": found} if found else {}
        raise Problem("unknown_path", params={"path": quote(under(request.path))}, **members)
    entry = _problem_entry(slug)
    return _problems_answer(entry, [entry], entry["title"])


def _problem_entry(slug: str) -> dict[str, Any]:
    """Return what a type means and what to do about it."""
    said = {part: say(f"problem.{slug}.{part}", None, language()) for part in ("title", "remedy")}
    return {"type": under(f"{PROBLEMS}/{slug}"), "status": STATUS[slug], **said}


def _problems_answer(document: dict[str, Any], entries: Iterable[dict[str, Any]], title: str) -> Response:
    if representation(OFFERED) == "text/html":
        response = Response(_problems_page(entries, title), mimetype="text/html")
        response.headers["Content-Security-Policy"] = POLICY
    else:
        response = json_answer(document)
    return allow_caching(response, tag_of_content(response.get_data()), ASKED)


def _problems_page(entries: Iterable[dict[str, Any]], title: str) -> str:
    listed = "\n".join(_problem_row(entry) for entry in entries)
    link = say("problems.title", None, language())
    page = frame((OWN / "problems.html").read_text(encoding="utf-8"), PROBLEMS, request.script_root)
    filled = page.replace("LANGUAGE", language()).replace("TITLE", escape(title)).replace("ENTRIES", listed)
    return filled.replace("LINKS", f'<a href="{under(PROBLEMS)}">{escape(link)}</a>')


def _problem_row(entry: dict[str, Any]) -> str:
    place = f'<a href="{entry["type"]}"><code>{entry["type"]}</code></a>'
    return f"<dt>{entry['status']} {place}: {escape(entry['title'])}</dt>\n<dd>{escape(entry['remedy'])}</dd>"
