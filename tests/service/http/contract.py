"""Holds live answers against the contract: status, media type and body must be what /openapi.json says, and no more."""

import json
import re
from typing import Any

from jsonschema import Draft202012Validator
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012
from werkzeug.test import TestResponse

from tests.openapi.closed import closed

BASE = "urn:contract"
UNWRITTEN = ("OPTIONS", "HEAD")


class Contract:
    """The contract of an application, ready to judge answers."""

    def __init__(self, specification: dict[str, Any]) -> None:
        self.paths = specification["paths"]
        self.responses = specification["components"]["responses"]
        self.patterns = {re.compile(re.sub(r"\{\w+\}", "[^/]+", path) + "/?"): path for path in self.paths}
        resource = Resource.from_contents(closed(specification), default_specification=DRAFT202012)
        self.registry: Registry[Any] = Registry().with_resource(BASE, resource)
        self.checked: set[tuple[str, str, int]] = set()

    def check(self, answer: TestResponse) -> None:
        """Raise AssertionError for an answer that the contract does not know; unwritten paths and methods pass."""
        method = answer.request.method
        path = next((path for form, path in self.patterns.items() if form.fullmatch(answer.request.path)), None)
        if path is None or method.lower() not in self.paths[path] or method in UNWRITTEN:
            assert answer.status_code in (200, 304, 400, 404, 405, 421) or method in UNWRITTEN
            return
        documented = self.paths[path][method.lower()]["responses"]
        assert str(answer.status_code) in documented, f"{method} {path} answered {answer.status_code}: {answer.text}"
        self.checked.add((method, path, answer.status_code))
        content = self._described(documented[str(answer.status_code)]).get("content", {})
        if content:
            self._check_body(answer, content)
        else:
            assert answer.is_streamed or not answer.data

    def _described(self, response: dict[str, Any]) -> dict[str, Any]:
        name = response.get("$ref", "").rpartition("/")[2]
        return self.responses[name] if name else response

    def _check_body(self, answer: TestResponse, content: dict[str, Any]) -> None:
        assert answer.mimetype in content, f"{answer.request.path} answered {answer.mimetype}"
        if not answer.mimetype.endswith("json") or answer.headers.get("Content-Encoding"):
            return
        reference = content[answer.mimetype]["schema"]["$ref"]
        validator = Draft202012Validator({"$ref": BASE + reference}, registry=self.registry)
        faults = [f"{fault.json_path}: {fault.message}" for fault in validator.iter_errors(json.loads(answer.data))]
        assert faults == [], answer.text
