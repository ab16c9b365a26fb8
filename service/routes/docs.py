"""Serves the documentation at /docs: Swagger UI from flask-swagger-ui, which loads nothing from elsewhere."""

from functools import cache
from importlib.resources import files
from mimetypes import guess_type
from pathlib import Path
from typing import Final

from flask import Flask, Response, abort, request
from flask_swagger_ui import flask_swagger_ui

from service.http.caching import ASKED, KEPT
from service.http.pages import Document, document, document_answer, frame

ASSETS: Final = Path(flask_swagger_ui.__file__).parent / "dist"
SERVED: Final = ("swagger-ui.css", "swagger-ui-bundle.js", "favicon-32x32.png")
SCRIPT: Final = "start.js"  # the only file of our own
OWN: Final = files("service.routes") / "docs_page"
POLICY: Final = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'"


def install(app: Flask) -> None:
    """Add /docs and /docs/glossary to the application."""
    app.add_url_rule("/docs", "docs", lambda: _page("index.html", "/docs"))
    app.add_url_rule("/docs/glossary", "glossary", lambda: _page("glossary.html", "/docs/glossary"))
    app.add_url_rule("/docs/<name>", "docs_asset", _asset)


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
