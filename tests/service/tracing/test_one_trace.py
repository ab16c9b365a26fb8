"""Tests that a served command is one trace, through all processes, and that spans say nothing hidden."""

import http.client
import json
import re
import secrets
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any, Final

import pytest

from service.problems import STATUS
from service.tracing.recording import ATTRIBUTES
from tests.service.processes import PATIENCE_S, RunningSupervisor, supervisor, wait_for
from tests.service.tracing.collector import Collector, Seen, collecting
from tests.service.webhooks.receiver import Receiver, receiving

NAME: Final = "Guinevere"
SEED: Final = "a seed that nobody knows"
GAME: Final = re.compile(r"[A-Za-z0-9_-]{10,40}")
WORD: Final = re.compile(r"[a-z][a-z0-9_-]*")
RESOURCE: Final = {
    *("service.name", "service.version", "service.instance.id", "longroad.process"),
    *("telemetry.sdk.language", "telemetry.sdk.name", "telemetry.sdk.version"),
}
SEATS: Final = [{"kind": "human", "name": NAME}, {"kind": "ai"}, {"kind": "ai"}]
HEARD: Final = {"types": ["events", "turn", "finished"]}


@dataclass
class House:
    """Holds a running server, the collector of its spans, and what receives its webhooks."""

    server: RunningSupervisor
    collector: Collector
    receiver: Receiver

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, Any]:
        """Return the status and the document of an answer."""
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=PATIENCE_S)
        headers = {"Content-Type": "application/json", **headers}
        connection.request(method, path, None if body is None else json.dumps(body), headers)
        answer = connection.getresponse()
        text = answer.read()
        connection.close()
        return answer.status, json.loads(text or b"null")


@dataclass
class Seated:
    """Plays the first seat of a game of their own, whose webhook hears everything."""

    house: House
    game: str
    token: str
    secret: str

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, Any]:
        """Return the status and the document of an answer to the seat."""
        headers["Authorization"] = f"Bearer {self.token}"
        return self.house.ask(method, f"/v1/games/{self.game}{path}", body, **headers)

    def command(self) -> Any:
        """Wait until the seat must act, or the game is over, and return a command that it may give."""
        legal: Any = {}

        def is_found() -> bool:
            legal.update(self.ask("GET", "/legal-actions")[1])
            return bool(legal["must_act"]) or self.is_over()

        assert wait_for(is_found)
        listed = [action["command"] for action in legal["actions"]]
        return (listed or [template["example"] for template in legal["templates"]] or [None])[0]

    def is_over(self) -> bool:
        """Return whether the game is finished."""
        return bool(self.ask("GET", "")[1]["status"] == "finished")

    def act(self, trace: str, span: str) -> int:
        """Send a command below a span of the caller, and return its version."""
        status, done = self.ask("POST", "/commands", self.command(), traceparent=f"00-{trace}-{span}-01")
        assert status == 201, done
        return int(done["version"])


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """Yield a server that records traces."""
    few = {"LONGROAD_API_PROCESSES": "1", "LONGROAD_AI_WORKERS": "1", "LONGROAD_WEBHOOKS": "loopback"}
    place = tmp_path_factory.mktemp("traces") / "var"
    with ExitStack() as stack:
        collector, receiver = stack.enter_context(collecting()), stack.enter_context(receiving())
        server = stack.enter_context(supervisor(place, **few, **collector.settings))
        yield House(server, collector, receiver)


@pytest.fixture
def seated(house: House) -> Seated:
    wish = {"ruleset": "catan", "seats": SEATS, "seat_order": "given", "undo": "free", "seed": SEED}
    status, made = house.ask("POST", "/v1/games", wish)
    assert status == 201, made
    token = made["seats"][0]["token"]
    hook = {"url": house.receiver.url, **HEARD}
    status, hooked = house.ask("POST", "/v1/webhooks", hook, Authorization=f"Bearer {token}")
    assert status == 201, hooked
    return Seated(house, made["id"], token, hooked["secret"])


def test_a_command_is_one_trace_through_all_processes(house: House, seated: Seated) -> None:
    first = seated.act(secrets.token_hex(16), secrets.token_hex(8))
    trace, above = secrets.token_hex(16), secrets.token_hex(8)
    version = seated.act(trace, above)  # after the second one it is the agents' turn
    assert version == first + 1

    def of(name: str, **about: Any) -> list[Seen]:
        return [seen for seen in house.collector.named(name, **about) if seen.trace == trace]

    def is_complete() -> bool:
        sent = (of("POST /v1/games/<id>/commands"), of("wake"), of("job"), of("deliver", version=version))
        projected = (of("project", projection="games"), of("project", projection="webhooks", version=version))
        return all((*sent, *projected))

    assert wait_for(is_complete), [(seen.process, seen.name) for seen in house.collector.trace(trace)]
    (request,) = of("POST /v1/games/<id>/commands")
    assert (request.process, request.parent) == ("api", above)
    assert request.about["http.response.status_code"] == 201
    (append,) = of("append", version=version)
    (wake,) = of("wake")
    assert {of("judge")[0].parent, append.parent, wake.parent} == {request.id}
    (job,) = of("job", kind="play_ai")
    assert (job.process, job.parent) == ("ai", wake.id)
    assert job.links == [append.id]
    assert {(seen.process, seen.parent) for seen in of("decide")} == {("ai", job.id)}
    assert {seen.parent for seen in of("append") if seen.process == "ai"} == {job.id}
    rows = of("project", projection="games")  # the row is that of the newest version by then
    assert {(seen.process, seen.parent) for seen in rows} <= {("sweep", seen.id) for seen in of("append")}
    made = of("project", projection="webhooks", version=version)
    assert {(seen.process, seen.parent) for seen in made} == {("sweep", append.id)}
    told = of("deliver", version=version)
    assert {seen.parent for seen in told} <= {seen.id for seen in made}
    sent = {headers["traceparent"] for headers, _ in house.receiver.told if "traceparent" in headers}
    assert {f"00-{trace}-{seen.id}-01" for seen in told} <= sent


def test_undo_and_refusals_are_traced(house: House, seated: Seated) -> None:
    trace, above = secrets.token_hex(16), secrets.token_hex(8)
    seated.act(secrets.token_hex(16), above)
    parent = {"traceparent": f"00-{trace}-{above}-01"}
    assert seated.ask("POST", "/commands", {"type": "EndTurn"}, **parent)[0] == 409
    status, job = seated.ask("POST", "/undo", {}, **parent)
    assert status == 202, job

    def of(name: str) -> list[Seen]:
        return [seen for seen in house.collector.named(name) if seen.trace == trace]

    assert wait_for(lambda: of("job") and of("POST /v1/games/<id>/undo")), house.collector.trace(trace)
    (refused,) = of("POST /v1/games/<id>/commands")
    assert refused.about["longroad.problem"] == "refused"
    (queued,) = of("POST /v1/games/<id>/undo")
    (judged,) = [seen for seen in of("judge") if seen.parent == queued.id]
    assert [(seen.process, seen.parent) for seen in of("job")] == [("jobs", judged.id)]
    assert [(seen.process, seen.parent) for seen in of("append")] == [("jobs", of("job")[0].id)]


def test_a_whole_game_says_nothing_hidden(house: House) -> None:
    wish = {"ruleset": "goofspiel", "seats": SEATS[:2], "seed": SEED}
    status, made = house.ask("POST", "/v1/games", wish)
    assert status == 201, made
    seated = Seated(house, made["id"], made["seats"][0]["token"], "")
    given = []
    while (command := seated.command()) is not None:
        status, _ = seated.ask("POST", "/commands", command)
        assert status == 201 or seated.is_over()
        given.append(command)
    head = seated.ask("GET", "")[1]["version"]
    assert given
    assert wait_for(lambda: house.collector.named("append", game=made["id"], version=head))
    for seen in house.collector.spans:
        check(seen)
    secret = (NAME, SEED, seated.token, made["owner_token"], made["owner_token"].partition(".")[2])
    for body in house.collector.bodies:
        assert [word for word in secret if word.encode() in body] == []


def check(seen: Seen) -> None:
    """Check that a span says what it may, in the words that it may."""
    assert seen.resource.keys() <= RESOURCE
    assert seen.resource["service.name"] == "longroad"
    assert (list(seen.span.events), seen.span.status.message, seen.span.trace_state) == ([], "", "")
    for link in seen.span.links:
        assert not link.attributes
    about = {name: seen.about.get(known) for name, known in ATTRIBUTES.items()}
    assert seen.about.keys() <= {*ATTRIBUTES.values()}
    for name in ("version", "count", "seat", "attempt", "status"):
        assert about[name] is None or isinstance(about[name], int)
    for name in ("kind", "agent", "projection", "ruleset", "problem"):
        assert about[name] is None or WORD.fullmatch(about[name]), about
    assert about["game"] is None or GAME.fullmatch(about["game"])
    assert about["problem"] in (None, *STATUS)
    assert about["error"] is None or about["error"].isidentifier()
