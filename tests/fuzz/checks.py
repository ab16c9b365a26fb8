"""Checks that every answer follows the schemas of the contract, and what its descriptions promise."""

from collections.abc import Callable
from typing import Any, Final

from schemathesis import Case, CheckContext, Response
from schemathesis.checks import (
    content_type_conformance,
    ensure_resource_availability,
    negative_data_rejection,
    not_a_server_error,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
    use_after_free,
)
from schemathesis.generation.meta import TestPhase

from service.problems import STATUS
from tests.fuzz.shaping import COMMANDING
from tests.openapi.answers import STREAMS, Answers

SHAPES: Final = frozenset(("array", "boolean", "integer", "listed", "object", "one_delay", "range")) | {
    "required",
    "some_change",
    "text",
    "type",
    "unknown",
}
"""The error codes of faults that a schema can express; other codes depend on what exists."""
OF_A_GAME: Final = COMMANDING | {"createOrder"}
"""The operations whose bodies hold commands."""
CREDENTIALS: Final = "x-credentials"
"""The member of an operation that holds the credentials it requires."""
HEADERS: Final = {"token": "authorization", "key": "x-api-key"}
PROBLEM: Final = "application/problem+json"
BY_THE_CONTRACT: Final = (
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    negative_data_rejection,
    use_after_free,
)
OF_BODIES: Final = (content_type_conformance, response_schema_conformance)


BATCH: Final = "createPositionBatch"


def by_the_contract(response: Response, operation: str) -> list[Any]:
    """Return the checks of the contract that apply to an answer; `asyncapi.yaml` describes the bodies of streams.

    A batch is taken whatever a member of it is: a bad one is refused by its own answer.
    """
    left_out = OF_BODIES if _header(response, "Content-Type").startswith(STREAMS) else ()
    left_out += (negative_data_rejection,) if operation == BATCH else ()
    return [check for check in BY_THE_CONTRACT if check not in left_out]


OF_WHO_MADE_IT: Final = (ensure_resource_availability,)
"""Checks only for callers to whom the thing is open, since all others are answered that there is none."""


def a_refusal_is_a_problem(ctx: CheckContext, response: Response, case: Case) -> None:
    """A refusal is a problem (RFC 9457) of the closed list, with its status, a title and a detail."""
    if response.status_code < 400:
        return
    assert _header(response, "Content-Type").startswith(PROBLEM)
    body: Any = response.json()
    assert body["status"] == response.status_code
    assert body["type"].removeprefix("/problems/") in STATUS
    assert STATUS[body["type"].removeprefix("/problems/")] == response.status_code
    assert body["title"]
    assert body["detail"]


def refusals_say_what_to_do(ctx: CheckContext, response: Response, case: Case) -> None:
    """401 asks for a token, 412 names the version, and 429 and 503 say when to try again."""
    if response.status_code == 401:
        assert _header(response, "WWW-Authenticate")
    if response.status_code in (429, 503):
        assert int(_header(response, "Retry-After")) >= 1
    if response.status_code == 412:
        assert response.json()["version"] >= 1


def every_answer_can_be_found_and_counted(ctx: CheckContext, response: Response, case: Case) -> None:
    """Every answer has an X-Request-Id and what is left of the quotas."""
    assert _header(response, "X-Request-Id")
    assert response.status_code in (414, 431) or _header(response, "RateLimit") or case.path.startswith("/v1") is False


def a_view_carries_its_version(ctx: CheckContext, response: Response, case: Case) -> None:
    """The ETag of a view begins with its version, in quotes."""
    if case.operation.definition.raw["operationId"] == "getGame" and response.status_code == 200:
        asked = case.query.get("version", response.json()["version"])
        assert _header(response, "ETag").startswith(f'"{asked}.')


def nothing_is_left_to_caches(ctx: CheckContext, response: Response, case: Case) -> None:
    """No cache keeps an answer that holds a new token or refuses."""
    holds_token = b'"token"' in (response.content or b"") and response.status_code in (200, 201)
    if response.status_code >= 400 or (holds_token and case.method.upper() != "GET"):
        assert _header(response, "Cache-Control") == "no-store"


def what_fits_the_contract_is_refused_for_its_meaning_alone(ctx: CheckContext, response: Response, case: Case) -> None:
    """The schemas state the whole shape, so a request that fits them is not refused for its shape."""
    if response.status_code != 422 or case.meta is None or not case.meta.generation.mode.is_positive:
        return
    if case.operation.definition.raw["operationId"] in OF_A_GAME or case.meta.phase.name is TestPhase.STATEFUL:
        return  # which commands fit hangs on the game's ruleset; what a link hands on was not drawn from the schema
    if isinstance(case.body, dict) and "record" in case.body:
        return  # the opening of a record is read as a request for a game is
    codes = {error["code"] for error in response.json().get("errors", ())}
    assert not codes & SHAPES, f"the contract does not tell: {response.text}"


def undocumented_by(answers: Answers) -> Callable[[CheckContext, Response, Case], None]:
    """Return the check that an answer has no status, header or member that the contract does not document."""

    def nothing_is_undocumented(ctx: CheckContext, response: Response, case: Case) -> None:
        documented = answers.documented(case.method, case.operation.path, response.status_code)
        assert documented is not None, f"{response.status_code}: not documented"
        media_type = _header(response, "Content-Type").partition(";")[0]
        faults = answers.header_faults(documented, response.headers, media_type)
        if media_type.endswith("json") and media_type not in STREAMS:
            faults += answers.body_faults(documented, media_type, response.json())
        assert faults == [], faults

    return nothing_is_undocumented


def what_needs_a_credential_had_one(ctx: CheckContext, response: Response, case: Case) -> None:
    """An operation that requires credentials succeeds only with a complete set of them."""
    if not 200 <= response.status_code < 300:
        return
    sent = {name.lower() for name in response.request.headers}
    given = {name for name, header in HEADERS.items() if header in sent}
    assert any(given >= wanted.keys() for wanted in case.operation.definition.raw[CREDENTIALS])


OUR_OWN: Final = (
    what_needs_a_credential_had_one,
    what_fits_the_contract_is_refused_for_its_meaning_alone,
    a_refusal_is_a_problem,
    refusals_say_what_to_do,
    every_answer_can_be_found_and_counted,
    a_view_carries_its_version,
    nothing_is_left_to_caches,
)


def _header(response: Response, name: str) -> str:
    values = response.headers.get(name.lower(), [""])
    return str(values[0])
