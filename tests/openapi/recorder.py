"""Asking a live application and keeping what it answered, with everything random in it always the same."""

import json
import re
from collections.abc import Mapping
from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

MOMENT = "2026-09-21T14:13:20.000Z"
LARGEST = 4_000
SHORT = 3
_TIME = re.compile(r'(?<="seconds_per_decision":)[\d.e-]+')
_RANDOM = (
    (re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|\+00:00)"), lambda n: MOMENT),
    (re.compile(r"[0-9a-f]{18}\.[\w-]{43}|key-[0-9a-f]{18}\.[\w-]+"), lambda n: f"{n:018x}.{'A' * 43}"),
    (re.compile(r"hook-[0-9a-f]{18}"), lambda n: f"hook-{n:018x}"),
    (re.compile(r"key-[0-9a-f]{18}"), lambda n: f"key-{n:018x}"),
    (re.compile(r"whsec_[\w+/]{40,}={0,2}"), lambda n: "whsec_" + "A" * 43 + "="),
    (re.compile(r"(?<=[a-z]-)[0-9a-f]{32}"), lambda n: f"{n:032x}"),
    (re.compile(r"(?<![\w.-])[0-9a-f]{40}(?!\w)"), lambda n: f"{n:040x}"),
    (re.compile(r"(?<![\w.-])[0-9a-f]{18}(?!\w)"), lambda n: f"{n:018x}"),
    (re.compile(r'(?<="closes_at":)\d{13}'), lambda n: "1790000064936"),
    (re.compile(r'(?<="commit":)(null|"[0-9a-f]{40}")'), lambda n: f'"{1:040x}"'),
    (re.compile(r"1\d{12}-\d+-\d{1,2}-\d{1,4}"), lambda n: "1790000000000-0-7-1"),
    (re.compile(r"http://127\.0\.0\.1:\d+/\w+"), lambda n: "https://bot.example.org/longroad"),
    (re.compile(r'(?<="ticket":")[\w-]+|(?<=ticket=)[\w-]+'), lambda n: "A" * 43),
    (re.compile(r'(?<="cursor":")(?!1790000000000-)[\w=-]+'), lambda n: "AAAAAAAA"),
)


class Recorder:
    """Answers by operation and by status with media type; problems by status."""

    def __init__(self, client: FlaskClient) -> None:
        self.client = client
        self.answers: dict[str, dict[str, Any]] = {}
        self.problems: dict[str, Any] = {}
        self._known: dict[str, str] = {}
        contract = json.loads(client.get("/openapi.json").data)
        self._operations = [
            (method.upper(), re.compile(re.sub(r"\{\w+\}", "[^/]+", path)), operation["operationId"])
            for path, item in contract["paths"].items()
            for method, operation in item.items()
            if isinstance(operation, dict)
        ]

    def ask(
        self,
        method: str,
        path: str,
        body: Any = None,
        token: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> TestResponse:
        """Ask and keep the first answer of its kind; a body is JSON, or bytes as they are."""
        sent = ({"Authorization": f"Bearer {token}"} if token else {}) | dict(headers or {})
        asked: dict[str, Any] = {"data": body} if isinstance(body, bytes) else {} if body is None else {"json": body}
        return self._kept(method, path.partition("?")[0], self.client.open(path, method=method, headers=sent, **asked))

    def _kept(self, method: str, place: str, answer: TestResponse) -> TestResponse:
        [name] = [of for verb, form, of in self._operations if verb == method and form.fullmatch(place)]
        if answer.status_code >= 400:
            self.problems.setdefault(str(answer.status_code), self._settled(answer))
        elif answer.data and ("json" in answer.mimetype or len(answer.data) <= LARGEST):
            kind = f"{answer.status_code} {answer.mimetype}"
            self.answers.setdefault(name, {}).setdefault(kind, self._settled(answer))
        return answer

    def recorded(self) -> dict[str, Any]:
        """What the file holds, in an order of its own."""
        answers = {name: dict(sorted(of.items())) for name, of in sorted(self.answers.items())}
        return {"answers": answers, "problems": dict(sorted(self.problems.items()))}

    def _settled(self, answer: TestResponse) -> Any:
        text = self._masked(answer.text)
        if not answer.mimetype.endswith("json") or answer.mimetype.endswith("x-ndjson"):
            return text
        document = json.loads(text)
        return shortened(document) if len(text) > LARGEST else document

    def _masked(self, text: str) -> str:
        text = _TIME.sub("0.0001", text)
        for form, make in _RANDOM:
            text = form.sub(lambda found, make=make: self._same(found[0], make), text)
        return text

    def _same(self, given: str, make: Any) -> str:
        if given in self._known.values():
            return given
        return self._known.setdefault(given, make(len(self._known) + 1))


def shortened(value: Any) -> Any:
    """A long answer with its long lists broken off."""
    if isinstance(value, list):
        return [shortened(one) for one in value[:SHORT]]
    if isinstance(value, dict):
        return {name: shortened(one) for name, one in value.items()}
    return value
