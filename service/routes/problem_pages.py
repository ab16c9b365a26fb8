"""Explains the types of problems at the addresses that `type` names: as a page for people, as JSON for programs."""

from collections.abc import Iterable
from importlib.resources import files
from typing import Any, Final
from urllib.parse import quote

from flask import Flask, Response, request
from markupsafe import escape

from service.faults import nearest
from service.http.answers import json_answer
from service.http.caching import ASKED, allow_caching, tag_of_content
from service.http.linking import under
from service.http.negotiation import language, representation
from service.http.pages import frame
from service.problems import STATUS, Problem
from service.texts.words import say

ROOT: Final = "/problems"
PAGE: Final = files("service.routes") / "docs_page" / "problems.html"
POLICY: Final = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'"
OFFERED: Final = ("application/json", "text/html")


def install(app: Flask) -> None:
    """Add /problems and /problems/{type} to the application."""
    app.add_url_rule(ROOT, "problems", _list)
    app.add_url_rule(f"{ROOT}/<slug>", "problem", _show)


def _list() -> Response:
    entries = [_entry(slug) for slug in STATUS]
    return _answer({"problems": entries}, entries, say("problems.title", None, language()))


def _show(slug: str) -> Response:
    if slug not in STATUS:
        found = [under(f"{ROOT}/{near}") for near in nearest(slug, STATUS)]
        members: dict[str, Any] = {"nearest": found} if found else {}
        raise Problem("unknown_path", params={"path": quote(under(request.path))}, **members)
    entry = _entry(slug)
    return _answer(entry, [entry], entry["title"])


def _entry(slug: str) -> dict[str, Any]:
    """Return what a type means and what to do about it."""
    said = {part: say(f"problem.{slug}.{part}", None, language()) for part in ("title", "remedy")}
    return {"type": under(f"{ROOT}/{slug}"), "status": STATUS[slug], **said}


def _answer(document: dict[str, Any], entries: Iterable[dict[str, Any]], title: str) -> Response:
    if representation(OFFERED) == "text/html":
        response = Response(_page(entries, title), mimetype="text/html")
        response.headers["Content-Security-Policy"] = POLICY
    else:
        response = json_answer(document)
    return allow_caching(response, tag_of_content(response.get_data()), ASKED)


def _page(entries: Iterable[dict[str, Any]], title: str) -> str:
    listed = "\n".join(_row(entry) for entry in entries)
    link = say("problems.title", None, language())
    page = frame(PAGE.read_text(encoding="utf-8"), ROOT, request.script_root)
    filled = page.replace("LANGUAGE", language()).replace("TITLE", escape(title)).replace("ENTRIES", listed)
    return filled.replace("LINKS", f'<a href="{under(ROOT)}">{escape(link)}</a>')


def _row(entry: dict[str, Any]) -> str:
    place = f'<a href="{entry["type"]}"><code>{entry["type"]}</code></a>'
    return f"<dt>{entry['status']} {place}: {escape(entry['title'])}</dt>\n<dd>{escape(entry['remedy'])}</dd>"
