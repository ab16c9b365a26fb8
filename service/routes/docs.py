"""Serves the documentation at /docs: Swagger UI from flask-swagger-ui, which loads nothing from elsewhere."""

from importlib.resources import files
from pathlib import Path
from typing import Final

from flask import Flask, Response, abort, send_file
from flask_swagger_ui import flask_swagger_ui

from service.http.framing import framed

ASSETS: Final = Path(flask_swagger_ui.__file__).parent / "dist"
SERVED: Final = ("swagger-ui.css", "swagger-ui-bundle.js", "favicon-32x32.png")
OWN: Final = files("service.routes") / "docs_page"
POLICY: Final = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'"


def install(app: Flask) -> None:
    """Add /docs and /docs/glossary to the application."""
    app.add_url_rule("/docs", "docs", lambda: _page("index.html", "/docs"))
    app.add_url_rule("/docs/glossary", "glossary", lambda: _page("glossary.html", "/docs/glossary"))
    app.add_url_rule("/docs/<name>", "docs_asset", _asset)


def _page(name: str, path: str) -> Response:
    response = Response(framed((OWN / name).read_text(encoding="utf-8"), path), mimetype="text/html")
    response.headers["Content-Security-Policy"] = POLICY
    return response


def _asset(name: str) -> Response:
    if name == "start.js":
        return Response((OWN / name).read_text(), mimetype="text/javascript")
    if name not in SERVED:
        abort(404)
    return send_file(ASSETS / name, max_age=86_400)
