"""Configures webargs: strict JSON, and problems in place of its own error responses."""

import inspect
from collections.abc import Callable, Mapping
from functools import partial, wraps
from http import HTTPStatus
from typing import Any, Final, NoReturn, TypeVar

import marshmallow
from flask import Request, current_app, request
from flask_smorest import Blueprint
from webargs.flaskparser import FlaskParser

from service.faults import Fault
from service.http.bodies import body, json_body
from service.http.declared import OPERATION, DirectRoute, Operation, operation_of
from service.http.incoming import incoming
from service.http.problem_answers import MEDIA_TYPE
from service.http.problem_documents import Misplaced
from service.schemas.headers import JOB, LASTING, REPLAYED, REQUEST_HEADERS
from service.schemas.problems import ProblemSchema

LAST: Final = 100
F = TypeVar("F", bound=Callable[..., Any])
PROBLEM: Final = ProblemSchema()
QUERY: Final = ("query", "querystring")
ANYTHING: Final = (400, 414, 421, 431, 500)
"""Lists the problem statuses that any request can get."""
EVERYWHERE: Final = (401, 422, 429, 503, *ANYTHING)
"""Lists the problem statuses that any request to a resource of the API can get."""


class Parser(FlaskParser):
    """Parses the arguments of all resources; fields unknown to a schema are refused everywhere."""

    DEFAULT_UNKNOWN_BY_LOCATION = {"json": None, "query": None, "querystring": None}

    def load_json(self, req: Request, schema: marshmallow.Schema) -> Any:
        """Parse the body; a missing body is an empty object if the schema requires nothing."""
        if not body() and not any(field.required for field in schema.fields.values()):
            return {}
        return json_body()

    def load_querystring(self, req: Request, schema: marshmallow.Schema) -> Any:
        """Return the query with one text per name; a repeated name is refused by its field."""
        return {name: values[0] if len(values) == 1 else values for name, values in req.args.lists()}

    def handle_error(
        self, error: marshmallow.ValidationError, req: Request, schema: marshmallow.Schema, **settings: Any
    ) -> NoReturn:
        """Forward validation errors, with the part of the request, to the one place that turns them into answers."""
        [(location, messages)] = error.normalized_messages().items()
        raise Misplaced(messages, "parameter" if location in QUERY else "body")


class Resources(Blueprint):
    """Represents a blueprint with our own argument parser, and with documented problems and headers."""

    ARGUMENTS_PARSER = Parser()

    def __init__(self, *args: Any, order: int = LAST, **settings: Any) -> None:
        """`order` is the place among the chapters of the documentation, by default the last."""
        super().__init__(*args, **settings)
        self.order = order
        self._prepare_doc_cbks.insert(0, _add_problems)
        self._prepare_doc_cbks.append(_describe_headers)
        self.before_request(_refuse_parameters)
        self.operations: dict[str, Operation] = {}
        self.direct_routes: list[DirectRoute] = []

    def _store_endpoint_docs(self, endpoint: str, *args: Any, **settings: Any) -> None:
        """Set every operationId to the name that its route declares."""
        super()._store_endpoint_docs(endpoint, *args, **settings)
        for described in self._docs[endpoint].values():
            if isinstance(described, dict):
                described.setdefault("manual_doc", {}).setdefault("operationId", described.pop("operation"))

    def direct_route(self, rule: str, method: str = "GET", query: marshmallow.Schema | None = None) -> Callable[[F], F]:
        """Declare a route that `route_table` answers before Flask would.

        The decorators below it only describe the function, which returns an Answer. It receives the parsed parameters,
        if there is a `query`, and then the game's id. Flask answers other methods of the path and all refusals, and
        builds links to it.
        """

        def decorate(view: F) -> F:
            act, operation = inspect.unwrap(view), operation_of(view)
            self.direct_routes.append(DirectRoute(f"{self.url_prefix}{rule}", method, act, operation, query))
            self.route(rule, methods=[method])(wraps(view)(_never))
            return view

        return decorate

    def operation(self, name: str, **declared: Any) -> Callable[[F], F]:
        """Declare the operation of the route right below: its name, and the other members of `Operation`."""

        def decorate(view: F) -> F:
            self.operations[name] = Operation(name, **declared)
            setattr(view, OPERATION, self.operations[name])
            return _document(view, operation=name)

        return decorate

    def problems(self, *statuses: int, everywhere: tuple[int, ...] = EVERYWHERE) -> Callable[[F], F]:
        """Document that the resource may answer with problems of these statuses, besides those common to all."""
        return partial(_document, problems=(*statuses, *everywhere))

    def reads(self, *names: str) -> Callable[[F], F]:
        """Document the headers that the resource reads."""
        return partial(_document, headers_read=names)

    def repeatable(
        self, status: int, schema: marshmallow.Schema, headers: Mapping[str, Any] = REPLAYED
    ) -> Callable[[F], F]:
        """Document the answer, which a request with the same Idempotency-Key gets again."""
        answer, read = self.response(status, schema, headers=headers), self.reads("Idempotency-Key")
        return lambda view: read(answer(view))

    def lasting(self, schema: marshmallow.Schema) -> Callable[[F], F]:
        """Document an answer that changes only with the server; a client that has it already gets 304."""
        answer = self.response(200, schema, headers=LASTING)
        known = self.alt_response(304, headers=LASTING, description="The client has the answer already.")
        read = self.reads("If-None-Match")
        return lambda view: read(known(answer(view)))

    def queues(self, job: marshmallow.Schema) -> Callable[[F], F]:
        """Document that the resource answers with a job: 202, or 200 if it ends while the client waits."""
        waiting = self.response(202, job, headers=JOB, description="The job, which has not ended yet.")
        ended = self.alt_response(200, schema=job, headers=JOB, description="The job, which has ended.")
        read = self.reads("Idempotency-Key", "Prefer")
        return lambda view: waiting(ended(read(view)))

    def opened_by(self, *schemes: str) -> Callable[[F], F]:
        """Document that the resource requires one of these credentials; other credentials are ignored."""
        security: list[dict[str, list[str]]] = [{scheme: []} for scheme in schemes]
        described: Callable[[F], F] = self.doc(security=[*security, {"token": [], "key": []}])
        return described


def _document(view: F, **members: Any) -> F:
    """Add members to the description of a view.

    The members that were there are shared with the view that this one wraps, which is safe as no code changes them.
    """
    setattr(view, "_apidoc", getattr(view, "_apidoc", {}) | members)  # noqa: B010 - no attribute of functions
    return view


def _never(**_: Any) -> Any:
    raise AssertionError("Flask is asked for what the route table answers")


def parse_query(schema: marshmallow.Schema) -> dict[str, Any]:
    """Return the parameters in the request's query; raises Misplaced if they do not fit the schema."""
    here = incoming()
    if not here.environ.get("QUERY_STRING"):
        return {}
    parsed: dict[str, Any] = Resources.ARGUMENTS_PARSER.parse(schema, here.framework, location="query")
    return parsed


def refuse_parameters() -> None:
    """Raise Misplaced if the query has parameters although the operation takes none."""
    here = incoming()
    if here.environ.get("QUERY_STRING") and here.framework.args:
        faults = {name: [Fault("unknown", phrase="no_parameters")] for name in here.framework.args}
        raise Misplaced(faults, "parameter")


def _refuse_parameters() -> None:
    view = current_app.view_functions[request.endpoint or ""]
    parameters = getattr(view, "_apidoc", {}).get("arguments", {}).get("parameters", ())
    takes_query = any(one["in"] in QUERY for one in parameters)
    if request.path.startswith("/v1") and request.method != "OPTIONS" and not takes_query:
        refuse_parameters()


def _add_problems(doc: dict[str, Any], doc_info: dict[str, Any], **settings: Any) -> dict[str, Any]:
    """Add the problems to the responses that flask-smorest describes next."""
    described = doc_info.setdefault("response", {})
    others = described.get("responses", {})
    problems = {}
    for status in doc_info.get("problems", ()):
        problem = {"schema": PROBLEM, "description": HTTPStatus(status).phrase, "content_type": MEDIA_TYPE}
        problems[status] = [problem, *others.pop(status, ())]
    described["responses"] = problems | others
    return doc


def _describe_headers(doc: dict[str, Any], doc_info: dict[str, Any], **settings: Any) -> dict[str, Any]:
    read = [{"in": "header", "name": name, **REQUEST_HEADERS[name]} for name in doc_info.get("headers_read", ())]
    if read:
        doc["parameters"] = [*doc.get("parameters", ()), *read]
    return doc
