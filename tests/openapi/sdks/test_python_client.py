"""Tests the Python SDK against a real server: what is lost, refused, stale, late, forged or cut off on the way."""

import asyncio
import inspect
import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import cycle
from pathlib import Path
from typing import Any

import httpx
import longroad_client
import pytest
import standardwebhooks
from longroad_client import AsyncClient, Client, problems, webhooks
from longroad_client.boards import Layout
from longroad_client.wire import Messages, Patience, problem

from service import problems as of_server
from tests.bots.network import CUT, bad_network
from tests.openapi.sdks.package import PYTHON
from tests.service.http.live import Server

HOME = Path(str(longroad_client.__file__)).parent
TWO: dict[str, Any] = {"ruleset": "catan-dice", "seats": [{"kind": "human"}, {"kind": "human"}]}


@pytest.fixture
def client(sdk_server: Server) -> Iterator[Client]:
    with Client(f"http://127.0.0.1:{sdk_server.port}") as calling:
        yield calling


def first(legal: Any) -> Any:
    """Return the last command that is listed, which ends most turns soon."""
    commands = [each["command"] for each in legal["actions"]] or [each["example"] for each in legal["templates"]]
    return commands[-1]


def test_a_token_that_was_handed_on_is_good_for_nothing_after_its_first_use(client: Client) -> None:
    made = client.create_game(TWO)
    handed, kept = made["seats"][0]["token"], list[str]()
    seat = client.seat(made["id"], 0, handed, on_token=kept.append)
    assert kept == []

    seat.legal()

    assert client.get_game(made["id"])["seats"][0]["held"] is True
    with pytest.raises(problems.Unauthorized):
        client.with_token(handed).post_commands(made["id"], {"type": "DiceRollDice"})
    again = client.seat(made["id"], 0, kept[0], held=True)
    assert again.legal()["seat"] == 0
    assert len(kept) == 1


def test_a_seat_that_is_used_twice_at_once_is_renewed_once(client: Client) -> None:
    made = client.create_game(TWO)

    async def both() -> list[Any]:
        async with AsyncClient(client.url) as calling:
            seat = calling.seat(made["id"], 0, made["seats"][0]["token"])
            return await asyncio.gather(seat.legal(), seat.view())

    legal, view = asyncio.run(both())
    renewed = [
        event for event in client.list_events(made["id"], limit=1000)["events"] if event["type"] == "TokenRenewed"
    ]
    assert (legal["seat"], view["seats"][0]["held"], len(renewed)) == (0, True, 1)


def test_a_refusal_is_an_exception_of_its_own(client: Client) -> None:
    made = client.create_game(TWO)
    seat = client.seat(made["id"], 0, made["seats"][0]["token"])
    version = seat.legal()["version"]

    with pytest.raises(problems.Refused) as refused:
        seat.act({"type": "DiceBuildCity", "points": 7})
    with pytest.raises(problems.StaleVersion) as stale:
        seat.act({"type": "DiceRollDice"}, if_match=version - 1)
    with pytest.raises(problems.InvalidBody) as invalid:
        client.create_game({"ruleset": "catan-dice", "seats": [{"kind": "human"}], "undo": "never"})  # type: ignore

    assert refused.value.rule
    assert refused.value.detail in str(refused.value)
    assert stale.value.version == version
    assert invalid.value.errors[0]["pointer"] == "/undo"


def test_every_problem_of_the_server_has_its_exception() -> None:
    assert problems.CLASSES.keys() == of_server.STATUS.keys()
    assert type(problem({"type": "/problems/of_tomorrow", "status": 418})) is problems.Problem


def test_a_stream_goes_on_where_it_was_cut_off(client: Client, sdk_server: Server) -> None:
    made = client.create_game({**TWO, "ruleset": "goofspiel"})
    seats = [client.seat(made["id"], n, made["seats"][n]["token"]) for n in range(2)]
    asyncio.run(_played(client.url, made["id"], seats))
    whole = list(client.events(made["id"]))
    with bad_network(sdk_server.port, 0.2, 5) as network:
        cut = list(Client(f"http://127.0.0.1:{network.port}").events(made["id"]))

    assert network.met[CUT] > 5
    assert cut == whole
    assert [event["version"] for event in whole] == sorted(event["version"] for event in whole)


async def _played(url: str, game: str, seats: list[Any]) -> None:
    """Let two asynchronous seats play a game to its end beside each other."""
    async with AsyncClient(url) as client:
        tokens = [seat.client().token for seat in seats]
        both = [client.seat(game, number, token, held=True) for number, token in enumerate(tokens)]
        done = await asyncio.gather(*(seat.play_game(first) for seat in both))
    assert [game["status"] for game in done] == ["finished", "finished"]


def test_what_is_sent_again_is_done_once(client: Client, sdk_server: Server) -> None:
    """Two requests in three, or their answers, are lost or repeated; every command and every game exists once."""
    faults = cycle(["none", "answer lost", "none", "repeated", "answer lost", "request lost"])
    with bad_network(sdk_server.port, 0.1, 3) as network:
        network.fault = lambda: next(faults)  # type: ignore[method-assign]
        unlucky = Client(f"http://127.0.0.1:{network.port}")
        made = unlucky.create_game({"ruleset": "goofspiel", "seats": [{"kind": "human"}, {"kind": "ai"}]})
        game = unlucky.seat(made["id"], 0, made["seats"][0]["token"]).play_game(first)
    accepted = [key for path, key in network.made if path.endswith("/commands")]
    bids = [event for event in client.events(made["id"]) if event["type"] == "BidMade" and event["seat"] == 0]
    renewed = [event for event in client.events(made["id"]) if event["type"] == "TokenRenewed"]

    assert game["status"] == "finished"
    assert (len(renewed), len(accepted), len(bids)) == (1, len(bids), 13)


def test_illegal_choices_are_not_tried_for_ever(client: Client) -> None:
    made = client.create_game({**TWO, "seats": [{"kind": "human"}]})
    with pytest.raises(problems.Refused):
        client.seat(made["id"], 0, made["seats"][0]["token"]).play_game(lambda legal: {"type": "StopRolling"})


def test_offers_are_answered_out_of_turn(client: Client) -> None:
    """An agent that offered something waits for an answer, which the other seats need not give."""
    asked = list[Any]()

    def answer(legal: Any) -> Any:
        asked.append(legal)
        raise KeyboardInterrupt

    made = client.create_game({"ruleset": "catan", "seats": [{"kind": "human"}] * 3, "options": {"starting_seat": 0}})
    seats = [client.seat(made["id"], number, made["seats"][number]["token"]) for number in range(3)]
    while not (offers := offered(seats)):
        for seat in seats:
            if (legal := seat.legal())["must_act"]:
                seat.act(first(legal))
    offers[0].act(offers[1])
    other = next(seat for seat in seats if seat is not offers[0])
    with pytest.raises(KeyboardInterrupt):
        other.play_game(first, answer)
    assert asked[0]["must_act"] is False
    assert {entry["command"]["type"] for entry in asked[0]["actions"]} >= {"DeclineOffer"}


def offered(seats: list[Any]) -> tuple[Any, Any] | None:
    """Return a seat that can offer a trade, and the offer."""
    for seat in seats:
        for template in seat.legal()["templates"]:
            if template["type"] == "OfferTrade":
                return seat, template["example"]
    return None


def test_a_stream_ends_when_its_token_does(client: Client) -> None:
    made = client.create_game(TWO)
    seat = client.seat(made["id"], 0, made["seats"][0]["token"])
    turns = seat.turns()
    assert next(turns)["must_act"] in (True, False)
    seat.client().renew_token(made["id"], 0)
    with pytest.raises((problems.SeatGone, problems.Unauthorized)):
        next(turns)


def test_a_long_poll_hears_of_every_seat_of_a_key(client: Client) -> None:
    mine = Client(client.url, key=client.create_key(name="mine")["key"])
    games = {mine.create_game({**TWO, "seats": [{"kind": "human"}]})["id"] for _ in range(2)}
    heard = mine.pending(wait=5)

    assert {next(heard)["game"] for _ in range(2)} == games


def test_a_job_is_waited_for_and_its_failure_raised(client: Client) -> None:
    made = client.create_game({**TWO, "seats": [{"kind": "human"}], "undo": "free"})
    seat = client.seat(made["id"], 0, made["seats"][0]["token"])
    seat.act(first(seat.legal()))
    asking = seat.client()

    moved = asking.request_undo(made["id"], to_version=2)
    assert asking.finished(moved["job"])["status"] == "finished"
    with pytest.raises(ValueError, match="not over"):
        asking.record(made["id"])
    failed = {"id": "x", "status": "failed", "problem": {"type": "/problems/log_damaged", "status": 409, "version": 7}}
    with pytest.raises(problems.LogDamaged) as damaged:
        asking.finished(failed)
    assert damaged.value.version == 7


def test_a_dry_run_changes_nothing(client: Client) -> None:
    made = client.create_game({**TWO, "seats": [{"kind": "human"}]})
    seat = client.seat(made["id"], 0, made["seats"][0]["token"])
    before = seat.legal()

    assert seat.client().try_commands(made["id"], first(before))["legal"] is True
    assert seat.legal() == before


def test_what_was_deleted_is_gone_however_the_answer_got_lost(client: Client, sdk_server: Server) -> None:
    with bad_network(sdk_server.port, 1.0, 3, ("answer lost",)) as network:
        made = client.create_game({**TWO, "seats": [{"kind": "human"}]})
        owner = Client(f"http://127.0.0.1:{network.port}", token=made["owner_token"])
        network.rate = 1.0
        asked = iter([1.0, 0.0])
        network.fault = lambda: "answer lost" if next(asked, 0.0) else "none"  # type: ignore[method-assign]
        owner.delete_game(made["id"])
    with pytest.raises(problems.NotFound):
        client.get_game(made["id"])


@pytest.mark.parametrize(
    "wish", [{"ruleset": "catan", "map": "new-york"}, {"ruleset": "catan-dice"}, {"ruleset": "elasund"}]
)
def test_every_legal_place_has_its_ring(client: Client, wish: dict[str, Any]) -> None:
    made = client.create_game({**wish, "seats": [{"kind": "human"}] * 3, "seed": "1"})
    board = client.get_board(made["id"])
    layout = Layout(board, 600)
    for number in range(3):
        legal = client.seat(made["id"], number, made["seats"][number]["token"]).legal()
        commands = [entry["command"] for entry in legal["actions"]]
        places = {spot for command in commands if (spot := layout.of(command))}
        assert layout.svg(commands).count('class="legal"') == len(places)
        assert all(0 < spot.x < 600 and 0 < spot.y < layout.height for spot in places)
    hexes = board.get("tiles") or board.get("hexes") or board.get("squares")
    corners = layout.corners(hexes[0])
    assert len(corners) in (4, 6)


def test_places_stand_where_the_board_says(client: Client) -> None:
    made = client.create_game({"ruleset": "catan", "seats": [{"kind": "human"}] * 3, "seed": "1"})
    layout = Layout(client.get_board(made["id"]), 1000)
    for tile in layout.board["tiles"]:
        nodes = sorted(layout.at("node", node) for node in tile["nodes"])
        near = [min(abs(x - a) + abs(y - b) for a, b in nodes) for x, y in layout.corners(tile)]
        assert max(near) < 0.1


def test_notices_are_proven_as_the_library_of_the_standard_does() -> None:
    secret = "whsec_" + "c2VjcmV0IG9mIGEgdGVzdA=="
    body = json.dumps({"type": "test", "timestamp": "2026-11-23T00:00:00.000Z", "data": {"webhook": "ñ"}}).encode()
    now = 1_790_000_000
    signed = standardwebhooks.Webhook(secret).sign("msg_1", datetime.fromtimestamp(now, UTC), body.decode())
    headers = {"Webhook-Id": "msg_1", "webhook-timestamp": str(now), "webhook-signature": f"v1,AAAA {signed}"}

    assert webhooks.verified(secret, headers, body, now=now + 200)["type"] == "test"
    for wrong in (
        {"body": body + b" "},
        {"now": now + 301},
        {"headers": {**headers, "webhook-signature": "v1,AAAA"}},
        {"headers": {**headers, "Webhook-Id": "msg_2"}},
        {"headers": {}},
    ):
        with pytest.raises(webhooks.Forged):
            webhooks.verified(**{"secret": secret, "headers": headers, "body": body, "now": now, **wrong})


def test_patience_respects_what_the_server_asks_for(monkeypatch: pytest.MonkeyPatch) -> None:
    said = {"type": "/problems/too_many_requests", "title": "Slower", "status": 429}
    answer = httpx.Response(429, json=said, headers={"Retry-After": "7"})
    assert Patience(60).after_refusal(answer) == 7
    with pytest.raises(problems.TooManyRequests) as many:
        Patience(5).after_refusal(answer)
    assert many.value.retry_after == 7
    with pytest.raises(problems.Problem) as proxy:
        Patience(0).after_refusal(httpx.Response(502, text="<h1>Bad Gateway</h1>"))
    assert proxy.value.status == 502


def test_a_stream_that_says_nothing_is_given_up() -> None:
    """A proxy that closes every stream at once is no server that is worth waiting for without end."""
    silent = httpx.MockTransport(lambda _: httpx.Response(200, headers={"Content-Type": "text/event-stream"}))
    client = Client("http://nowhere", patience_s=0.3, http=httpx.Client(transport=silent))
    with pytest.raises(problems.Unreachable, match="http://nowhere"):
        list(client.events("x"))


def test_what_can_never_be_sent_is_not_tried_again(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("time.sleep", lambda seconds: pytest.fail("it waited"))
    with pytest.raises(problems.Unreachable):
        Client("ftp://nowhere").get_server()
    with pytest.raises(problems.Unreachable):
        client.with_token("two\nlines").get_server()


def test_a_message_of_a_stream_may_have_several_lines() -> None:
    lines = [": hello", "id: 3-0", "event: x", "data: a", "data: b", "", "", "data: c", "", "event: end", ""]
    reading = Messages()
    found = [message for line in lines if (message := reading.take(line))]
    assert found == [("x", "3-0", "a\nb"), ("message", "", "c"), ("end", "", "")]


def test_both_clients_have_the_same_methods() -> None:
    for one, other in ((Client, AsyncClient), (longroad_client.Seat, longroad_client.AsyncSeat)):
        assert {name.replace("aclose", "close") for name in vars(other)} >= set(vars(one)) - {"__enter__", "__exit__"}
    sources = [inspect.getsource(__import__(f"longroad_client.{name}", fromlist=["x"])) for name in ("client", "seat")]
    assert not re.search(r"\b(async|await)\b(?! )", "".join(sources).replace("asynchronous", ""))


def test_nothing_that_is_generated_is_large() -> None:
    sizes = {path.name: path.stat().st_size for path in HOME.glob("*.py")}
    assert max(sizes.values()) < 1_000_000
    ignored = (PYTHON.parents[2] / ".gitignore").read_text()
    assert all(f"longroad_client/{name}" in ignored for name in ("types.py", "operations.py", "client.py", "seat.py"))
