"""Writes links for a server below a path of its host (LONGROAD_BASE_PATH), which a proxy strips from each request."""

import re
from collections.abc import Callable, Iterable
from typing import Any, Final

from flask import Flask

from service.http.incoming import incoming

_ADDRESS: Final = re.compile(r"""(?<=\s)((?:href|src)=["'])/""")


def install(app: Flask, base: str) -> None:
    """Set the base path of all requests to an application, with which `url_for` and `under` then begin."""
    usual = app.wsgi_app

    def serve_based(environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        environ["SCRIPT_NAME"] = base
        return usual(environ, start)

    if base:
        setattr(app, "wsgi_app", serve_based)  # noqa: B010 - a method


def under(path: str) -> str:
    """Return the path by which the client reaches a path of the application."""
    return incoming().base + path


def page_under(page: str, base: str) -> str:
    """Return a page of HTML whose links into the server begin with a base path."""
    return _ADDRESS.sub(rf"\1{base}/", page) if base else page
