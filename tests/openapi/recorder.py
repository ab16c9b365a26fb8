"""Sends requests to a live application and keeps the answers, with everything random replaced by the same values."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any, cast

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from openapi.missing import Missing
from service.problems import STATUS

MOMENT = "2026-09-21T14:13:20.000Z"
LARGEST = 4_000
SHORT = 3
BEGINNING = 1_200
MEASURED = re.compile(r"(# (HELP|TYPE) )?longroad_(http_requests_total( |.*/livez)|streams_open )")
"""Matches the lines of /metrics that say the same every time."""
PROBLEM = "application/problem+json"
_TIME = re.compile(r'(?<="seconds_per_decision":)[\d.e-]+')
_SPENT = re.compile(r'(?<="worker_seconds":)[\d.e-]+')
_USED = re.compile(r'(?<="api_seconds":)[\d.e-]+')
_SIZE = re.compile(r'(?<="bytes":)\d+')
_DAY = re.compile(r'((?<="day":")|(?<="since":")|(?<="until":"))\d{4}-\d\d-\d\d(?=")')
_LIVE = re.compile(r'(?<=/livez",status="200"\} )[\d.]+')
_RANDOM = (
    (re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z"), lambda n: MOMENT),
    (re.compile(r'(?<="next":")\d{13}\.[0-9a-f]{18}'), lambda n: f"1790000000000.{n:018x}"),
    (re.compile(r"player-[0-9a-f]{18}\.[\w-]+"), lambda n: f"player-{n:018x}.{'A' * 43}"),
    (re.compile(r"[0-9a-f]{18}\.[\w-]{43}|key-[0-9a-f]{18}\.[\w-]+"), lambda n: f"{n:018x}.{'A' * 43}"),
    (re.compile(r"hook-[0-9a-f]{18}"), lambda n: f"hook-{n:018x}"),
    (re.compile(r"seek-[0-9a-f]{42}"), lambda n: f"seek-{n:042x}"),
    (re.compile(r"player-[0-9a-f]{18}"), lambda n: f"player-{n:018x}"),
    (re.compile(r"key-[0-9a-f]{18}"), lambda n: f"key-{n:018x}"),
    (re.compile(r"whsec_[\w+/]{40,}={0,2}"), lambda n: "whsec_" + "A" * 43 + "="),
    (re.compile(r"(?<=[a-z]-)[0-9a-f]{32}"), lambda n: f"{n:032x}"),
    (re.compile(r"(?<![\w.-])[0-9a-f]{40}(?!\w)"), lambda n: f"{n:040x}"),
    (re.compile(r"(?<![\w.-])[0-9a-f]{18}(?!\w)"), lambda n: f"{n:018x}"),
    (re.compile(r'(?<="salt":")[0-9a-f]{64}'), lambda n: f"{5:064x}"),
    (re.compile(r'(?<="commitment":")[0-9a-f]{64}'), lambda n: f"{6:064x}"),
    (re.compile(r'(?<="closes_at":)\d{13}'), lambda n: "1790000064936"),
    (re.compile(r'(?<="until":)\d{13}'), lambda n: "1790604804936"),
    (re.compile(r'(?<="ms":)\d+'), lambda n: "1234"),
    (re.compile(r'(?<="commit":)(null|"[0-9a-f]{40}")'), lambda n: f'"{1:040x}"'),
    (re.compile(r'(?<="capacity_ms":)[\d.]+'), lambda n: "168.0"),
    (re.compile(r'(?<="free_ms":)[\d.]+'), lambda n: "126.0"),
    (re.compile(r"1\d{12}-\d+-\d{1,2}-\d{1,4}"), lambda n: "1790000000000-0-7-1"),
    (re.compile(r"http://127\.0\.0\.1:\d+/\w+"), lambda n: "https://bot.example.org/longroad"),
    (re.compile(r'(?<="ticket":")[\w-]+|(?<=ticket=)[\w-]+'), lambda n: "A" * 43),
    (re.compile(r'(?<=\d\.)[0-9a-f]{10}(?=["~\\\n])'), lambda n: "0123456789"),
    (re.compile(r'(?<="cursor":")(?!1790000000000-|[\d-]+\.0123456789")[\w=-]+'), lambda n: "AAAAAAAA"),
)


class Recorder:
    """Keeps answers by operation and by status with media type, and problems by slug."""

    def __init__(self, client: FlaskClient) -> None:
        self.client = client
        self.answers: dict[str, dict[str, Any]] = {}
        self.problems: dict[str, Any] = {}
        self._known: dict[str, str] = {}
        self._paths: Mapping[str, Any] = client.application.extensions["contract"].paths
        self._operations = [
            (method.upper(), re.compile(re.sub(r"\{\w+\}", "[^/]+", path)), operation["operationId"])
            for path, item in self._paths.items()
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
        client: FlaskClient | None = None,
    ) -> TestResponse:
        """Send a request and keep the first answer of its kind; a body is JSON, or bytes that are sent as they are."""
        sent = ({"Authorization": f"Bearer {token}"} if token else {}) | dict(headers or {})
        asked: dict[str, Any] = {"data": body} if isinstance(body, bytes) else {} if body is None else {"json": body}
        try:
            answer = (client or self.client).open(path, method=method, headers=sent, **asked)
        except AssertionError as undocumented:
            step = "correct the route, its schemas, or the request in tests/openapi"
            raise Missing([f"{undocumented}\n{step}"]) from undocumented
        if answer.mimetype == PROBLEM:
            self.keep_problem(answer.json)
        elif answer.data:
            self._keep(method, path, f"{answer.status_code} {answer.mimetype}", answer.text)
        return answer

    def watch(self, path: str, token: str, media_type: str) -> None:
        """Keep the beginning of a stream that has no end: its opening and the first page."""
        headers = {"Authorization": f"Bearer {token}", "Accept": media_type}
        answer = self.client.get(path, headers=headers)
        told = b"".join(islice(cast(Iterable[bytes], answer.response), 2))
        answer.close()
        self._keep("GET", path, f"{answer.status_code} {answer.mimetype}", told.decode())

    def keep_problem(self, document: dict[str, Any]) -> None:
        """Keep a problem if it is the first of its type."""
        self.problems.setdefault(document["type"].rpartition("/")[2], json.loads(self._masked(json.dumps(document))))

    def _keep(self, method: str, path: str, kind: str, text: str) -> None:
        place = path.partition("?")[0]
        name = next((of for verb, form, of in self._operations if verb == method and form.fullmatch(place)), None)
        if name is None:
            raise Missing([f"tests/openapi/course.py: {method} {place} is no operation of the API; correct the path"])
        known = self.answers.setdefault(name, {})
        if kind not in known:
            known[kind] = self._settled(kind.partition(" ")[2], text)

    def recorded(self) -> dict[str, Any]:
        """Return the content of the file, in sorted order."""
        answers = {name: dict(sorted(of.items())) for name, of in sorted(self.answers.items())}
        return {"answers": answers, "problems": dict(sorted(self.problems.items()))}

    def missing(self) -> Iterator[str]:
        """Yield what the contract documents and no request of the course led to, a sentence each."""
        for path, item in self._paths.items():
            for method, operation in item.items():
                if isinstance(operation, dict):
                    for kind in _documented(operation) - self.answers.get(operation["operationId"], {}).keys():
                        yield (
                            f"tests/openapi/course.py: no request is answered by {kind} of {operation['operationId']}; "
                            f"add one to {method.upper()} {path}"
                        )
        for slug in STATUS.keys() - self.problems.keys():
            yield f"tests/openapi/trouble.py: no request is refused by the problem {slug}; add one"

    def _settled(self, media_type: str, text: str) -> Any:
        text = self._masked(text)
        if media_type != "application/json":
            return begun("\n".join(filter(MEASURED.match, text.split("\n"))) if media_type == "text/plain" else text)
        document = json.loads(text)
        return shortened(document) if len(text) > LARGEST else document

    def _masked(self, text: str) -> str:
        text = _LIVE.sub("1.0", _TIME.sub("0.0001", _SPENT.sub("1.5", text)))
        text = _USED.sub("0.012", _SIZE.sub("1234", _DAY.sub(MOMENT[:10], text)))
        for form, make in _RANDOM:
            text = form.sub(lambda found, make=make: self._same(found[0], make), text)
        return text

    def _same(self, given: str, make: Any) -> str:
        if given in self._known.values():
            return given
        return self._known.setdefault(given, make(len(self._known) + 1))


def _documented(operation: Mapping[str, Any]) -> set[str]:
    """Return the statuses of an operation with their media types, but for problems."""
    return {
        f"{status} {media_type}"
        for status, response in operation["responses"].items()
        for media_type in response.get("content", {})
        if media_type != PROBLEM
    }


def shortened(value: Any) -> Any:
    """Return a value with its long lists cut short."""
    if isinstance(value, list):
        return [shortened(one) for one in value[:SHORT]]
    if isinstance(value, dict):
        return {name: shortened(one) for name, one in value.items()}
    return value


def begun(text: str) -> str:
    """Return a long text cut off after a tag or a line."""
    if len(text) <= LARGEST:
        return text
    cut = max(text.rfind(end, 0, BEGINNING) for end in (">", "\n"))
    return text[: cut + 1] + "\n..."
