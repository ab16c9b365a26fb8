"""Serves the console at /: a page that plays games through the public API alone, and loads nothing from elsewhere."""

from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import PurePath
from typing import Final

from flask import Flask, Response, abort, request

from service.http.caching import ASKED
from service.http.pages import Document, document, document_answer, page_under

OWN: Final = files("service") / "console"
SDK: Final = files("openapi") / "clients" / "typescript" / "src"
CHECKER: Final = tuple(f"{name}.js" for name in ("bytes", "fairness"))  # of the SDK: what proves the chance of a record
PAGE: Final = "index.html"
TYPES: Final = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
}
POLICY: Final = (
    "default-src 'self'; img-src 'self' blob:; object-src 'none'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)


def install(app: Flask) -> None:
    """Add / and the files that the page loads to the application."""
    app.add_url_rule("/", "console", lambda: _answer(PAGE))
    app.add_url_rule("/console/<path:name>", "console_asset", _asset)


def _asset(name: str) -> Response:
    if name == PAGE or name not in _list_served():
        abort(404)
    return _answer(name)


def _answer(name: str) -> Response:
    """Return a file of the console, tagged by its content, so that browsers notice a new release at once."""
    response = document_answer(_file(name, request.script_root), ASKED)
    response.headers["Content-Security-Policy"] = POLICY
    response.headers["Referrer-Policy"] = "no-referrer"
    return response


@cache
def _list_served() -> Mapping[str, Traversable]:
    """Return the files of the console by their paths: those of its rooms, and the checker of the SDK."""
    return dict(_within(OWN)) | {f"sdk/{name}": SDK / name for name in CHECKER}


def _within(folder: Traversable, prefix: str = "") -> Iterator[tuple[str, Traversable]]:
    """Yield the files of a folder and of the folders in it that a browser may load, with their paths."""
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from _within(entry, f"{prefix}{entry.name}/")
        elif PurePath(entry.name).suffix in TYPES:
            yield f"{prefix}{entry.name}", entry


@cache
def _file(name: str, base: str) -> Document:
    content = _list_served()[name].read_text(encoding="utf-8")
    return document((page_under(content, base) if name == PAGE else content).encode(), TYPES[PurePath(name).suffix])
