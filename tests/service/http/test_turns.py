"""Tests when the message `turn` comes on a seat's own stream, and that it matches the legal actions."""

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service.process.wall_clock import now_ms, write_time
from tests.service.http.client import Table, new_table
from tests.service.http.live import messages_of

NOTHING: dict[str, Any] = {"actions": [], "templates": []}
HOUR_MS = 3_600_000


class Heard:
    """Reads a stream of a seat as far as a test needs."""

    def __init__(self, table: Table, seat: int | None, query: str = "?legal=true", **headers: str) -> None:
        sent = table.headers(seat, {"Accept": "text/event-stream"} | headers)
        self.answer: TestResponse = table.client.get(table.path + "/events" + query, headers=sent)
        self.messages: Iterator[dict[str, Any]] = messages_of(self._lines())

    def _lines(self) -> Iterator[bytes]:
        for chunk in self.answer.response:
            assert isinstance(chunk, bytes)
            yield from chunk.splitlines(keepends=True)

    def upto(self, version: int) -> list[str]:
        """Return the types of the events up to the first of a version, with `turn` for turns."""
        told = []
        for message in self.messages:
            told.append(message["event"] if message["event"] != "message" else message["data"]["type"])
            if message["event"] == "message" and message["data"]["version"] == version:
                return told
        raise AssertionError(f"no version {version}: {told}")

    def turn(self) -> Any:
        """Return the content of the next message, which must be a turn."""
        message = next(self.messages)
        assert message["event"] == "turn", message
        assert "id" not in message
        return message["data"]

    def rest(self) -> list[str]:
        """Return the names of all messages that follow."""
        return [message["event"] for message in self.messages if message["event"] != "message"]


def opened(table: Table, seat: int, **headers: str) -> Heard:
    """Open a stream from now on, and read its first turn."""
    heard = Heard(table, seat, "?legal=true&after=latest", **headers)
    heard.turn()
    return heard


def body(answer: TestResponse) -> Any:
    return answer.json


def legal(table: Table, seat: int) -> Any:
    return body(table.get("/legal-actions", seat))


def state_of_duty(table: Table, seat: int) -> Any:
    """Return what a seat may do, without version, words and examples, and the cursor that names all it owes."""
    told = legal(table, seat)
    actions = [entry["command"] for entry in told["actions"]]
    templates = [(entry["type"], entry["bounds"], entry["disjoint"]) for entry in told["templates"]]
    owed = table.client.get("/v1/me/pending", headers=table.headers(seat)).json["cursor"]
    return told["must_act"], actions, templates, owed


@pytest.mark.parametrize("query", ["", "&after=latest", "&after=1", "&summaries=true"])
def test_a_seat_is_told_once_after_it_connected(running: Table, query: str) -> None:
    for seat in (0, 1):
        heard = Heard(running, seat, "?legal=true" + query)
        if query not in ("&after=latest",):
            heard.upto(3)
        told = legal(running, seat)
        assert heard.turn() == {"version": 3, "must_act": told["must_act"], "legal": told}
    running.act(0, "Roll")
    assert heard.upto(4) == ["Rolled"]


def test_what_is_legal_is_told_to_whoever_asks_for_it(running: Table) -> None:
    assert Heard(running, 0, "?after=latest").turn() == {"version": 3, "must_act": True}
    assert Heard(running, 1, "?after=latest").turn() == {"version": 3, "must_act": False}


def test_it_comes_with_the_last_event_id_again(running: Table) -> None:
    heard = Heard(running, 0, "", **{"Last-Event-ID": "3-0"})
    assert heard.turn()["version"] == 3


def test_words_are_in_the_language_of_the_reader(client: FlaskClient) -> None:
    table = new_table(client, ruleset="catan-dice")
    seat = table.get().json["awaiting"][0]["seat"]
    told = Heard(table, seat, "?legal=true&after=latest", **{"Accept-Language": "es"}).turn()["legal"]
    assert told == table.get("/legal-actions", seat, Accept_Language="es").json
    assert told != legal(table, seat)


def test_lines_of_json_have_a_member_turn(running: Table) -> None:
    sent = running.headers(0, {"Accept": "application/x-ndjson"})
    answer = running.client.get(running.path + "/events?after=latest&legal=true", headers=sent)
    chunks = iter(answer.response)
    assert next(chunks) == b"\n"
    turn = next(chunks)
    assert isinstance(turn, bytes)
    assert turn.endswith(b"\n")
    assert json.loads(turn) == {"turn": {"version": 3, "must_act": True, "legal": legal(running, 0)}}


@pytest.mark.parametrize(
    ("wish", "most"),
    [
        ({"ruleset": "toy"}, 30),
        ({"ruleset": "catan", "map": "beginner", "seats": [{"kind": "human"}] * 3, "seed": "17"}, 45),
        ({"ruleset": "catan-dice"}, 20),
        ({"ruleset": "elasund"}, 20),
    ],
)
def test_it_comes_exactly_when_what_a_seat_owes_or_may_do_has_changed(
    client: FlaskClient, wish: dict[str, Any], most: int
) -> None:
    plain = FlaskClient(client.application, client.application.response_class)  # checks no answers
    table, rng = new_table(plain, **wish), Random(3)
    heard = [opened(table, seat) for seat in (0, 1)]
    known = [state_of_duty(table, seat) for seat in (0, 1)]
    turns, quiet = 0, 0
    while (view := body(table.get()))["version"] < most and view["status"] == "running":
        version = _act_somehow(table, view["awaiting"][0]["seat"], rng)
        for seat in (0, 1):
            assert "turn" not in heard[seat].upto(version)
            _pass_over(heard[seat], table, version)
            now = state_of_duty(table, seat)
            if now != known[seat]:
                assert heard[seat].turn() == {"version": version, "must_act": now[0], "legal": legal(table, seat)}
            turns, quiet = turns + (now != known[seat]), quiet + (now == known[seat])
            known[seat] = now
    assert turns > 10
    assert quiet > 5


def _act_somehow(table: Table, seat: int, rng: Random) -> int:
    """Make any legal command; return its version."""
    told = legal(table, seat)
    command = rng.choice([entry["command"] for entry in told["actions"]] or [told["templates"][0]["example"]])
    answer = table.post("/commands", command, seat)
    assert answer.status_code == 201, answer.text
    return int(body(answer)["version"])


def _pass_over(heard: Heard, table: Table, version: int) -> None:
    """Read the remaining messages of a version, whose first event was read."""
    for _ in table.get(f"/events?after={version - 1}").json["events"][1:]:
        assert next(heard.messages)["event"] == "message"


def test_others_at_work_in_the_same_frame_change_nothing(table: Table) -> None:
    heard = opened(table, 1)
    table.post("/commands", legal(table, 0)["templates"][0]["example"], 0)
    table.post("/commands", legal(table, 1)["templates"][0]["example"], 1)
    assert heard.upto(3) == ["ChipPutAside", "ChipPutAside"]
    assert heard.turn() == {"version": 3, "must_act": False, "legal": legal(table, 1)}


def test_an_open_table_asks_nobody(client: FlaskClient) -> None:
    table = new_table(client, seats=[{"kind": "human"}, {"kind": "open"}])
    heard = Heard(table, 0, "?after=latest&legal=true")
    assert heard.turn() == {
        "version": 1,
        "must_act": False,
        "legal": {"version": 1, "seat": 0, "must_act": False, **NOTHING},
    }
    assert client.post(table.path + "/seats", json={}).status_code == 201
    heard.upto(2)
    _pass_over(heard, table, 2)
    assert heard.turn()["must_act"] is True


def test_a_vote_alone_changes_nothing_and_the_undo_that_it_brings_does(client: FlaskClient) -> None:
    table = new_table(client, undo="consent")
    table.put_aside()
    table.act(0, "Roll")
    heard = [opened(table, seat) for seat in (0, 1)]
    asked = table.post("/undo", {}, 0)
    assert asked.status_code == 201, asked.text
    assert table.post(f"/votes/{asked.json['vote']['id']}", {"accept": True}, 1).status_code == 201
    version = table.version()
    told = [message["data"]["type"] for message in _until_turn(heard[0])]
    assert told[-1] == "HeadMoved"
    turn = Heard(table, 0, "?after=latest&legal=true").turn()
    assert turn == {"version": version, "must_act": True, "legal": legal(table, 0)}
    assert {entry["command"]["type"] for entry in turn["legal"]["actions"]} == {"Roll"}
    table.act(0, "Roll")
    assert "turn" not in heard[1].upto(table.version()), "neither before nor after the undo it was to act"


def _until_turn(heard: Heard) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for message in heard.messages:
        if message["event"] == "turn":
            return found
        found.append(message)
    raise AssertionError("no turn")


def test_a_pause_takes_the_turn_away_and_its_end_gives_it_back(running: Table) -> None:
    heard = opened(running, 0)
    asked = running.post("/pause", {"until": write_time(now_ms() + HOUR_MS)}, 1)
    assert asked.status_code == 201, asked.text
    assert running.post(f"/votes/{asked.json['id']}", {"accept": True}, 0).status_code == 201
    _until_turn(heard)
    told = Heard(running, 0, "?after=latest&legal=true").turn()
    assert told["must_act"] is False
    assert told["legal"] == {"version": running.version(), "seat": 0, "must_act": False, **NOTHING}
    assert running.delete("/pause", 1).status_code in (200, 201)
    assert [message["data"]["type"] for message in _until_turn(heard)] == ["GameResumed"]


def test_the_end_is_told_before_the_stream_ends(client: FlaskClient) -> None:
    table = new_table(client)
    table.put_aside()
    mine, other = opened(table, 0), opened(table, 1)
    assert table.post("/resign", {}, 1).status_code == 201
    assert mine.rest() == ["turn", "end"]
    assert other.rest() == ["end"], "whoever resigned has no seat any more"
    late = Heard(table, 0, "?legal=true")
    [turn] = [message["data"] for message in late.messages if message["event"] == "turn"]
    version = table.version()
    assert turn == {
        "version": version,
        "must_act": False,
        "legal": {"version": version, "seat": None, "must_act": False, **NOTHING},
    }


def test_after_a_token_was_renewed_the_old_stream_is_told_no_turn(running: Table) -> None:
    heard = opened(running, 0)
    assert running.post("/seats/0/token", {}, 0).status_code == 201
    assert heard.rest() == ["seat"]


def test_a_seat_that_is_lent_need_not_act(running: Table) -> None:
    heard = opened(running, 0)
    change = running.client.patch(running.path + "/seats/0", json={"agent": "uniform"}, headers=running.headers(0))
    assert change.status_code == 200
    assert heard.upto(4) == ["SeatLent"]
    assert heard.turn() == {"version": 4, "must_act": False, "legal": legal(running, 0)}


def test_spectators_and_the_owner_hear_no_turn_and_cost_nothing(client: FlaskClient) -> None:
    table = new_table(client, spectator_delay={"versions": 1})
    heard = [Heard(table, None)]
    owner = {"Authorization": f"Bearer {table.owner}"}
    heard.append(Heard(table, None, **owner))
    table.put_aside()
    for seat in (0, 1):
        assert table.post("/resign", {}, seat).status_code in (201, 409)
    for one in heard:
        assert one.rest() == ["end"]
    sent = table.headers(None, {"Accept": "application/x-ndjson"})
    assert '"turn":' not in client.get(table.path + "/events?legal=true", headers=sent).text
    assert "turn" not in table.get("/events?legal=true").json


def test_streams_of_one_seat_hear_the_same(running: Table) -> None:
    streams = [opened(running, 0) for _ in range(8)]
    running.act(0, "Roll")
    told = []
    for heard in streams:
        assert heard.upto(4) == ["Rolled"]
        told.append(heard.turn())
    assert all(turn == told[0] for turn in told)


def test_a_branch_asks_anew(running: Table) -> None:
    made = running.post("/branches", {"version": 3}, 0).json
    branch = Table(
        running.client, made["id"], [seat.get("token", "") for seat in made["seats"]], made["owner_token"], None
    )
    seat = next(number for number, token in enumerate(branch.tokens) if token)
    turn = Heard(branch, seat, "?legal=true&after=latest").turn()
    assert turn == {
        "version": branch.version(),
        "must_act": legal(branch, seat)["must_act"],
        "legal": legal(branch, seat),
    }


def test_a_page_that_reaches_the_newest_event_has_the_turn_for_whoever_asks(running: Table) -> None:
    page = running.get("/events?legal=true", 0).json
    assert page["turn"] == {"version": 3, "must_act": True, "legal": legal(running, 0)}
    assert "turn" not in running.get("/events?legal=true&limit=1", 0).json
    assert "turn" not in running.get("/events", 0).json
    assert running.get("/events?legal=true&after=latest", 1).json["events"] == []
