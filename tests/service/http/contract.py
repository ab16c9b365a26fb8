"""Checks live answers against the contract: status, headers, media type and body must match /openapi.json."""

import json
import re
from typing import Any

from werkzeug.test import TestResponse

from tests.openapi.answers import Answers

UNWRITTEN = ("OPTIONS", "HEAD")


class Contract:
    """Represents the contract of an application, ready to judge answers."""

    def __init__(self, specification: dict[str, Any]) -> None:
        self.paths = specification["paths"]
        self.answers = Answers(specification)
        self.patterns = {re.compile(re.sub(r"\{\w+\}", "[^/]+", path) + "/?"): path for path in self.paths}
        self.checked: set[tuple[str, str, int]] = set()

    def check(self, answer: TestResponse) -> None:
        """Raise AssertionError for an answer that the contract of its path and method does not allow."""
        method = answer.request.method
        path = next((path for form, path in self.patterns.items() if form.fullmatch(answer.request.path)), None)
        if path is None or method.lower() not in self.paths[path] or method in UNWRITTEN:
            assert answer.status_code in (200, 304, 400, 404, 405, 421) or method in UNWRITTEN
            return
        documented = self.answers.documented(method, path, answer.status_code)
        assert documented is not None, f"{method} {path} does not document {answer.status_code}: {answer.text}"
        self.checked.add((method, path, answer.status_code))
        faults = self.answers.header_faults(documented, answer.headers.keys())
        assert faults == [], f"{method} {path}: {faults}"
        if documented.get("content"):
            self._check_body(answer, documented)
        else:
            assert answer.is_streamed or not answer.data

    def _check_body(self, answer: TestResponse, documented: dict[str, Any]) -> None:
        assert answer.mimetype in documented["content"], f"{answer.request.path} answered {answer.mimetype}"
        if not answer.mimetype.endswith("json") or answer.headers.get("Content-Encoding"):
            return
        faults = self.answers.body_faults(documented, answer.mimetype, json.loads(answer.data))
        assert faults == [], f"{answer.request.method} {answer.request.path}: {faults}: {answer.text}"
