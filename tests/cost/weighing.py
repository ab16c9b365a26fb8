"""Weighs requests while the course of the contract's examples is played: what grown ones cost beside a good one."""

import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final, NamedTuple

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.cost.growing import Grown, Request, grown, some_grown
from tests.openapi.recorder import Recorder

ADDRESSES: Final = 250
"""Sets from how many addresses grown requests come in turn, so that no quota answers in place of what is weighed."""


class Weight(NamedTuple):
    """Represents what an answer costs: Python calls or seconds, the bytes of its body, and the faults that it lists."""

    status: int
    steps: float
    bytes: int
    faults: int


class Weighed(NamedTuple):
    """Represents a grown request to an operation, and what it costs beside a good one."""

    operation: str
    grown: Grown
    good: Weight
    cost: Weight


ENDLESS: Final = ("text/event-stream", "application/x-ndjson")


class Calls:
    """Counts the calls of Python functions in this thread while it is entered."""

    def __init__(self) -> None:
        self.steps = 0

    def __enter__(self) -> "Calls":
        sys.setprofile(self._count)
        return self

    def __exit__(self, *_: object) -> None:
        sys.setprofile(None)

    def _count(self, _frame: Any, event: str, _argument: Any) -> None:
        self.steps += event == "call"


class Seconds:
    """Measures the CPU seconds of this thread while it is entered."""

    steps = 0.0

    def __enter__(self) -> "Seconds":
        self._begun = time.thread_time()
        return self

    def __exit__(self, *_: object) -> None:
        self.steps = time.thread_time() - self._begun


class Weigher(Recorder):
    """Records the course, and weighs grown requests to each operation right after its first good answer."""

    def __init__(self, client: FlaskClient, meter: Callable[[], Any] = Calls, *, is_short: bool = False) -> None:
        """Take the meter that counts what a step costs. The short form tries fewer ways to enlarge each request."""
        super().__init__(client)
        self.is_short = is_short
        self.meter = meter
        self.weighed: list[Weighed] = []
        self.seen: set[str] = set()
        self._bodies = {
            operation["operationId"]: "requestBody" in operation
            for item in self._paths.values()
            for operation in item.values()
            if isinstance(operation, dict)
        }
        self._sent = 0

    def ask(
        self,
        method: str,
        path: str,
        body: Any = None,
        token: str | None = None,
        headers: Mapping[str, str] | None = None,
        client: FlaskClient | None = None,
    ) -> TestResponse:
        """Send a request as the course does; weigh it, and grown ones, if it is the first good one of its operation."""
        with self.meter() as used:
            answer = super().ask(method, path, body, token, headers, client)
        name = self._operation(method, path)
        if answer.status_code < 300 and name not in self.seen and not _is_endless(answer, headers or {}):
            self.seen.add(name)
            sent = ({"Authorization": f"Bearer {token}"} if token else {}) | dict(headers or {})
            content = None if body is None else body if isinstance(body, bytes) else _json(body)
            good = Request(method, path, content, sent)
            self._weigh(name, good, _weight(answer, used.steps, sent), client or self.client)
        return answer

    def _operation(self, method: str, path: str) -> str:
        place = path.partition("?")[0]
        return next((of for verb, form, of in self._operations if verb == method and form.fullmatch(place)), path)

    def _weigh(self, name: str, good: Request, weight: Weight, client: FlaskClient) -> None:
        has_body, turn = self._bodies.get(name, False), len(self.seen)
        for one in some_grown(good, has_body, turn) if self.is_short else grown(good, has_body):
            self.weighed.append(Weighed(name, one, weight, self.cost(one.request, client)))

    def cost(self, request: Request, client: FlaskClient) -> Weight:
        """Send a grown request, from another address each time, and return what its answer costs."""
        self._sent += 1
        address = f"10.9.{self._sent // ADDRESSES % ADDRESSES}.{self._sent % ADDRESSES + 1}"
        with self.meter() as used:
            answer = client.open(
                request.path,
                method=request.method,
                data=request.body,
                headers=dict(request.headers),
                environ_base={"REMOTE_ADDR": address},
            )
        return _weight(answer, used.steps, request.headers)


def _json(body: Any) -> bytes:
    import orjson

    return orjson.dumps(body)


def _is_endless(answer: TestResponse, headers: Mapping[str, str]) -> bool:
    """Return whether an answer is a stream, which is asked for by its media type; exports in lines have an end."""
    return answer.mimetype in ENDLESS and headers.get("Accept") in ENDLESS


def _weight(answer: TestResponse, steps: float, headers: Mapping[str, str]) -> Weight:
    if _is_endless(answer, headers):
        answer.close()
        return Weight(answer.status_code, steps, 0, 0)
    told = answer.get_json(silent=True) if answer.mimetype == "application/problem+json" else None
    faults = len(told.get("errors", ())) if isinstance(told, dict) else 0
    return Weight(answer.status_code, steps, len(answer.data), faults)


@contextmanager
def unbounded(monkeypatch: Any) -> Iterator[None]:
    """Take the bounds of refusals away, as they were not there."""
    import re

    from service.http import problem_documents, strict_json

    with monkeypatch.context() as patch:
        patch.setattr(problem_documents, "MOST_FAULTS", 10**9)
        patch.setattr(problem_documents, "MOST_HINTS", 10**9)
        patch.setattr(strict_json, "_innermost", lambda _: re.compile(rb"\[\]|\{:*\}"))
        patch.setattr(strict_json, "_wide", lambda _: re.compile(rb"(?!)"))
        patch.setattr(strict_json, "_WIDE", re.compile(rb"(?!)"))
        yield
