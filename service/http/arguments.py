"""How webargs reads a request here: strict JSON, and problems instead of its own answers."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Any, NoReturn, TypeVar

import marshmallow
from flask import Request
from flask_smorest import Blueprint
from webargs.flaskparser import FlaskParser
from werkzeug.exceptions import UnsupportedMediaType

from service.http.bodies import parse
from service.http.problem_answers import MEDIA_TYPE
from service.schemas.problems import ProblemSchema

F = TypeVar("F", bound=Callable[..., Any])


def json_body(request: Request) -> Any:
    """The request's JSON; raises BadJson, or UnsupportedMediaType for a body of another kind."""
    if request.mimetype != "application/json" and not request.mimetype.endswith("+json"):
        raise UnsupportedMediaType
    return parse(request.get_data())


class Parser(FlaskParser):
    """The parser of all resources."""

    def load_json(self, req: Request, schema: marshmallow.Schema) -> Any:
        """The body; a request without one has an empty object where a schema asks for nothing."""
        if not req.get_data() and not any(field.required for field in schema.fields.values()):
            return {}
        return json_body(req)

    def load_querystring(self, req: Request, schema: marshmallow.Schema) -> Any:
        """The query as one text a name; a name given twice is refused by its field."""
        return {name: values[0] if len(values) == 1 else values for name, values in req.args.lists()}

    def handle_error(
        self, error: marshmallow.ValidationError, req: Request, schema: marshmallow.Schema, **settings: Any
    ) -> NoReturn:
        """The faults go to the one place where problems become answers."""
        raise error


class Resources(Blueprint):
    """A blueprint whose arguments are read by our parser, and whose problems are documented."""

    ARGUMENTS_PARSER = Parser()

    def problems(self, *statuses: int) -> Callable[[F], F]:
        """Document that the resource may answer these problems."""

        def decorate(view: F) -> F:
            for status in sorted(statuses, reverse=True):
                view = self.alt_response(
                    status, schema=ProblemSchema(), content_type=MEDIA_TYPE, description=HTTPStatus(status).phrase
                )(view)
            return view

        return decorate
