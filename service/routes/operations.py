"""Routes health, readiness, metrics and the contract, for operators."""

from collections.abc import Callable
from functools import cache
from importlib.resources import files
from typing import Any, Final

import orjson
from flask import Flask, Response
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from service.http.access import application, context
from service.http.answers import json_answer
from service.http.arguments import ANYTHING, Resources
from service.http.declared import Counts
from service.http.linking import lead_to, under
from service.http.pages import Document, document, document_answer
from service.measuring.readiness import OK, readiness
from service.schemas.catalog import HealthSchema

JSON: Final = "application/json"
YAML: Final = "application/yaml"
CATALOG: Final = "/.well-known/api-catalog"
PROFILE: Final = "https://www.rfc-editor.org/info/rfc9727"
DESCRIBED: Final = {
    "service-desc": {"/openapi.json": JSON, "/asyncapi.json": JSON},
    "service-doc": {"/docs": "text/html", "/guide/": "text/html"},
    "status": {"/readyz": JSON},
}
"""Lists where the API is described: paths and media types, by relation."""
blueprint: Final = Resources(
    "operations", __name__, order=14, description="Health and metrics, for those who run the server."
)


def install(app: Flask, contract: Callable[[], dict[str, Any]], base: str) -> None:
    """Add the documents of the API, which name its base path, and the catalog that leads to them to the application."""
    made = cache(lambda: _rebase(contract(), base))
    makers: dict[str, Callable[[], Document]] = {
        "openapi.json": lambda: document(orjson.dumps(made()), JSON),
        "openapi.yaml": lambda: document(_as_yaml(made()), YAML),
        "asyncapi.json": lambda: _streams("asyncapi.json", JSON, base),
        "asyncapi.yaml": lambda: _streams("asyncapi.yaml", YAML, base),
    }
    for name, make in makers.items():
        app.add_url_rule(f"/{name}", name.replace(".", "_"), _show(cache(make)))
    app.add_url_rule(CATALOG, "api_catalog", _catalog)


def _catalog() -> Response:
    """Say where the API is and what describes it (RFC 9727)."""
    listed = {
        relation: [{"href": under(path), "type": media_type} for path, media_type in paths.items()]
        for relation, paths in DESCRIBED.items()
    }
    linkset = [{"anchor": under("/v1"), **listed}]
    listing = document(orjson.dumps({"linkset": linkset}), f'application/linkset+json; profile="{PROFILE}"')
    response = document_answer(listing)
    lead_to(response.headers, "api-catalog", under(CATALOG))
    return response


def _rebase(contract: dict[str, Any], base: str) -> dict[str, Any]:
    """Return the contract of a server below a base path."""
    here, *others = contract["servers"]
    words = contract["externalDocs"]
    based = {"servers": [here | {"url": base}, *others], "externalDocs": words | {"url": base + words["url"]}}
    return contract | based if base else contract


def _streams(name: str, mimetype: str, base: str) -> Document:
    """Return the description of the streams as it was generated, or that of a server below a base path."""
    if not base:
        return document((files("openapi") / name).read_bytes(), mimetype)
    streams = orjson.loads((files("openapi") / "asyncapi.json").read_bytes())
    streams["servers"]["longroad"]["pathname"] = base
    return document(_as_yaml(streams), mimetype)


def _show(made: Callable[[], Document]) -> Callable[[], Response]:
    return lambda: document_answer(made())


def _as_yaml(contract: dict[str, Any]) -> bytes:
    """Return JSON with line breaks, which is valid YAML 1.2."""
    return orjson.dumps(contract, option=orjson.OPT_INDENT_2)


@blueprint.route("/livez")
@blueprint.operation("getLiveness", counts=Counts.NOTHING)
@blueprint.response(200, HealthSchema())
@blueprint.problems(everywhere=ANYTHING)
def livez() -> Response:
    """Check that the process answers.

    No store is checked. A process that does not answer should be restarted.
    """
    return json_answer({"status": "ok"})


@blueprint.route("/readyz")
@blueprint.operation("getReadiness", counts=Counts.NOTHING)
@blueprint.response(200, HealthSchema())
@blueprint.alt_response(503, schema=HealthSchema(), description="A store does not answer or is full.")
@blueprint.problems(everywhere=ANYTHING)
def readyz() -> Response:
    """Check that both stores answer and have room; the answer comes within a second.

    With 503, requests should be sent to another server. `durability` is what was found in the event store. `quarantine`
    counts the games that this process cannot read, if there are any; all others are served.
    """
    found = readiness(context())
    return json_answer(found, 200 if found["status"] == OK else 503)


@blueprint.route("/metrics")
@blueprint.operation("getMetrics", counts=Counts.NOTHING)
@blueprint.response(200, {"type": "string"}, content_type="text/plain")
@blueprint.problems(everywhere=ANYTHING)
def metrics() -> Response:
    """Show measurements in the text format of Prometheus.

    They cover this process, the other processes on its machine, and both stores.
    """
    return Response(generate_latest(application().metrics.registry), content_type=CONTENT_TYPE_LATEST)
