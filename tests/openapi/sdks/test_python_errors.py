"""Tests what the exceptions of the Python SDK say, and when a server that is not there is given up; it needs none."""

from collections.abc import Callable
from typing import Any

import httpx
import pytest
from longroad_client import Client, LongroadError, Unreachable, problems, webhooks
from longroad_client.wire import Patience, Reach, problem

FAULTS = [
    {"pointer": "/ruleset", "detail": "must be one of: catan", "nearest": ["catan"]},
    {"pointer": "/limit", "parameter": "limit", "detail": "must be a whole number from 1 to 100"},
    {"pointer": "/Last-Event-ID", "header": "Last-Event-ID", "detail": "must be a cursor from an earlier answer"},
]
INVALID: dict[str, Any] = {
    "type": "/problems/invalid_body",
    "title": "Invalid request",
    "status": 422,
    "detail": "Part of the request is not valid; see errors.",
}


def caller(answer: Callable[[httpx.Request], httpx.Response], **settings: Any) -> Client:
    """Return a client whose requests are answered by a function."""
    return Client("http://example", http=httpx.Client(transport=httpx.MockTransport(answer)), **settings)


def refused(_request: httpx.Request) -> httpx.Response:
    raise httpx.ConnectError("Connection refused")


def test_an_exception_says_what_where_and_under_which_request() -> None:
    document = {**INVALID, "errors": [*FAULTS, FAULTS[1]], "more": 5}
    answers = caller(lambda _: httpx.Response(422, json=document, headers={"X-Request-Id": "a1b2"}))
    with pytest.raises(problems.InvalidBody) as invalid:
        answers.list_rulesets()
    assert str(invalid.value) == (
        "Invalid request: Part of the request is not valid; see errors. "
        "/ruleset must be one of: catan (nearest: catan); "
        "parameter limit must be a whole number from 1 to 100; "
        "header Last-Event-ID must be a cursor from an earlier answer; and 6 more (request a1b2)"
    )
    assert invalid.value.request_id == "a1b2"


def test_a_refusal_names_its_rule() -> None:
    said = problem({"type": "/problems/refused", "title": "Refused", "detail": "No.", "rule": "catan.road.cost"})
    assert str(said) == "Refused: No. (rule catan.road.cost)"


@pytest.mark.parametrize("each", [problems.Problem, problems.SeatGone, Unreachable, webhooks.Forged])
def test_every_exception_of_the_client_has_one_base(each: type[Exception]) -> None:
    assert issubclass(each, LongroadError)


def test_a_connection_that_is_refused_at_first_is_given_up_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, slept = [0.0], list[float]()
    monkeypatch.setattr("time.monotonic", lambda: clock[0])

    def sleep(seconds: float) -> None:
        slept.append(seconds)
        clock[0] += seconds

    monkeypatch.setattr("time.sleep", sleep)
    with pytest.raises(Unreachable, match="http://example: Connection refused") as unreachable:
        caller(refused).with_token("t").get_server()
    assert sum(slept) < 2
    assert isinstance(unreachable.value.__cause__, httpx.ConnectError)
    slept.clear()
    with pytest.raises(Unreachable):
        list(caller(refused).events("x"))
    assert sum(slept) < 2


def test_a_server_that_has_answered_once_is_waited_for() -> None:
    met = Reach("http://example", is_known=True)
    assert Patience(60, met).until - Patience(60, Reach("http://example")).until < 1
    known, new = Patience(60, met), Patience(60, Reach("http://example"))
    for patience in (known, new):
        patience.after_failure(httpx.ConnectError("refused"))
    assert known.until - new.until > 50


def test_an_answer_makes_the_server_known_to_all_that_share_its_connections() -> None:
    client = caller(lambda _: httpx.Response(200, json={}))
    other = client.with_token("t")
    assert not other.reach.is_known
    client.get_server()
    assert other.reach.is_known


@pytest.mark.parametrize("call", [lambda client: client.get_game(""), lambda client: list(client.events(""))])
def test_an_empty_id_is_refused_before_it_is_sent(call: Callable[[Client], Any]) -> None:
    with pytest.raises(ValueError, match="empty"):
        call(caller(refused))


@pytest.mark.parametrize("place", [None, {"id": "x"}, ["x"]])
def test_what_is_no_id_is_refused_before_it_is_sent(place: Any) -> None:
    with pytest.raises(TypeError, match=r"an id in /v1/games/\{\} must be a text or a number, not a"):
        caller(refused).get_game(place)


def test_no_command_is_refused_before_it_is_sent() -> None:
    seat: Any = caller(refused).seat("x", 0, "t", held=True)
    with pytest.raises(TypeError, match="there is no command to send: it is None"):
        seat.act(None)


@pytest.mark.parametrize("url", ["127.0.0.1:8000", "localhost:8000", ""])
def test_an_address_without_a_scheme_is_told_so(url: str) -> None:
    with pytest.raises(Unreachable, match=r"is no address of a server: it must begin with http:// or https://$"):
        Client(url).get_server()


def test_a_fault_of_the_whole_body_is_placed() -> None:
    document = {**INVALID, "errors": [{"pointer": "", "detail": "must be an object, not a text"}]}
    assert "see errors. the body must be an object, not a text" in str(problem(document))
