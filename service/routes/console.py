"""Serves the console at /: a page that plays games through the public API alone, and loads nothing from elsewhere.

The page loads its scripts and styles as bundles, whose names tell their content, so that browsers keep them for ever.
The sources that they are made from are served beside them.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import PurePath
from typing import Final, NamedTuple

from flask import Flask, Response, abort, request

from service.http.bundles import bundles_of, name_of_content
from service.http.caching import ASKED
from service.http.pages import Document, document, document_answer, page_under

OWN: Final = files("service") / "console"
SDK: Final = files("openapi") / "clients" / "typescript" / "src"
CHECKER: Final = tuple(f"{name}.js" for name in ("bytes", "fairness"))  # of the SDK: what proves the chance of a record
PAGE: Final = "index.html"
ENTRY: Final = "main.js"
STYLES: Final = "console.css"
BUILT: Final = "built/"
FOREIGN: Final = ("vendor/", "sdk/")
FOR_EVER: Final = "public, max-age=31536000, immutable"
TYPES: Final = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
    ".txt": "text/plain",
}
POLICY: Final = (
    "default-src 'self'; img-src 'self' blob:; object-src 'none'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
_STYLE: Final = re.compile(r'<link rel="stylesheet" href="/console/([\w./]+)">\n')
_SCRIPT: Final = re.compile(r'src="/console/(main\.js)"')
_USED: Final = re.compile(r'url\("\.\./([\w./-]+)"\)')
_REMARK: Final = re.compile(r"/\*.*?\*/\n?", re.DOTALL)
_APART: Final = re.compile(r"\s*([{};,>~])\s*")
_MEMBER: Final = re.compile(r"(?<=[{;])([\w-]+):\s+")


def install(app: Flask) -> None:
    """Add / and the files that the page loads to the application."""
    app.add_url_rule("/", "console", lambda: _answer(PAGE))
    app.add_url_rule("/console/<path:name>", "console_asset", _asset)


def _asset(name: str) -> Response:
    if name == PAGE or (name not in _list_served() and name not in _built().files):
        abort(404)
    return _answer(name)


def _answer(name: str) -> Response:
    """Return a file of the console: bundles for ever, others tagged, so that browsers notice a new release at once."""
    response = document_answer(_file(name, request.script_root), FOR_EVER if name in _built().files else ASKED)
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


class _Built(NamedTuple):
    """Holds the bundles by their paths, and the paths of the first script and of the styles."""

    files: Mapping[str, bytes]
    script: str
    style: str


@cache
def _built() -> _Built:
    """Make the bundles: the scripts, the styles, and what the styles use."""
    scripts = bundles_of(ENTRY, _text, lambda name: name.startswith(FOREIGN))
    style, used = _styles()
    sheet = name_of_content(STYLES, style)
    made = {name: text.encode() for name, text in scripts.files.items()} | used | {sheet: style}
    return _Built({BUILT + name: content for name, content in made.items()}, BUILT + scripts.entry, BUILT + sheet)


def _styles() -> tuple[bytes, dict[str, bytes]]:
    """Return the style sheets of the page as one, without remarks, and the files that they use by their new names."""
    joined = "".join([_tighten(_REMARK.sub("", _text(name))) for name in _STYLE.findall(_text(PAGE))])
    used = {name: _list_served()[name].read_bytes() for name in _USED.findall(joined)}
    renamed = {name: name_of_content(name.rpartition("/")[2], content) for name, content in used.items()}
    style = _USED.sub(lambda found: f'url("{renamed[found[1]]}")', joined)
    return style.encode(), {renamed[name]: content for name, content in used.items()}


def _tighten(style: str) -> str:
    """Return a style sheet without the spaces that only people need."""
    return _MEMBER.sub(r"\1:", _APART.sub(r"\1", style)).replace(";}", "}")


def _text(name: str) -> str:
    return _list_served()[name].read_text(encoding="utf-8")


def _page() -> str:
    """Return the page with the bundles in place of the sources."""
    before, *others = _STYLE.split(_text(PAGE))
    sheet = f'<link rel="stylesheet" href="/console/{_built().style}">\n'
    return _SCRIPT.sub(f'src="/console/{_built().script}"', before + sheet + "".join(others[1::2]))


@cache
def _file(name: str, base: str) -> Document:
    mimetype = TYPES[PurePath(name).suffix]
    if name == PAGE:
        return document(page_under(_page(), base).encode(), mimetype)
    built = _built().files.get(name)
    return document(_list_served()[name].read_bytes() if built is None else built, mimetype)
