"""For those who run the service: is it alive, is it ready, what does it measure, what does it offer."""

from collections.abc import Callable
from functools import cache
from importlib.resources import files
from typing import Any, Final

import orjson
from flask import Flask, Response
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from service.http.access import application, context
from service.http.arguments import ANYTHING, Resources
from service.http.provider import json_answer
from service.readiness import OK, readiness
from service.schemas.catalog import HealthSchema

blueprint: Final = Resources("operations", __name__, description="For those who run the service")


def install(app: Flask, contract: Callable[[], dict[str, Any]]) -> None:
    """Add /openapi.json, /openapi.yaml and /asyncapi.yaml to the application."""
    made = cache(contract)
    app.add_url_rule("/openapi.json", "openapi", lambda: json_answer(made()))
    app.add_url_rule("/openapi.yaml", "openapi_yaml", lambda: _as_yaml(made()))
    app.add_url_rule("/asyncapi.yaml", "asyncapi", _asyncapi)


def _as_yaml(contract: dict[str, Any]) -> Response:
    """JSON with line breaks, which is YAML 1.2 as it stands."""
    return Response(orjson.dumps(contract, option=orjson.OPT_INDENT_2), mimetype="application/yaml")


def _asyncapi() -> Response:
    return Response((files("openapi") / "asyncapi.yaml").read_bytes(), mimetype="application/yaml")


@blueprint.route("/livez")
@blueprint.response(200, HealthSchema())
@blueprint.problems(everywhere=ANYTHING)
def livez() -> Response:
    """Whether the process answers.

    No store is asked: a process that does not answer this is to be started anew.
    """
    return json_answer({"status": "ok"})


@blueprint.route("/readyz")
@blueprint.response(200, HealthSchema())
@blueprint.alt_response(503, schema=HealthSchema(), description="A store does not answer, or is full")
@blueprint.problems(everywhere=ANYTHING)
def readyz() -> Response:
    """Whether both stores answer and have room, and what durability the store of the events was found to have.

    The answer comes within a second. While a store is away or full it is 503, and requests are better sent elsewhere.
    `quarantine` counts the games, if any, that this process knows it cannot read; all others are served.
    """
    found = readiness(context())
    return json_answer(found, 200 if found["status"] == OK else 503)


@blueprint.route("/metrics")
@blueprint.response(200, {"type": "string"}, content_type="text/plain")
@blueprint.problems(everywhere=ANYTHING)
def metrics() -> Response:
    """Measurements in the text format of Prometheus.

    Of this process, of the others on its machine, and of both stores as they are found within a second.
    """
    return Response(generate_latest(application().metrics.registry), content_type=CONTENT_TYPE_LATEST)
