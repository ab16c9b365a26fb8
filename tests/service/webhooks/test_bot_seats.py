"""Tests that a bot plays by webhook, by a command in its answer or a later one, and is replaced when it is late."""

import json
from dataclasses import asdict
from typing import Any

import pytest

from service.webhooks.deliveries import find_delivery
from tests.service.http.keys import new_key, with_key
from tests.service.http.problem_answers import problem
from tests.service.webhooks.conftest import House, seats
from workers.playing import Playing
from workers.sweeping.due_work import sweep
from workers.webhooks.delivery_attempts import attempt


def choice(message: dict[str, Any]) -> Any:
    """Return the first command that is offered to a bot, or None if it need not act."""
    legal = message["data"]["legal_actions"]
    if not legal["must_act"]:
        return None
    return (legal["actions"][0]["command"]) if legal["actions"] else legal["templates"][0]["example"]


def chosen(message: dict[str, Any]) -> tuple[int, Any]:
    """Return the answer of a bot that makes the first choice in every turn."""
    command = choice(message) if message["type"] == "turn" else None
    return (204, None) if command is None else (200, command)


def test_a_bot_by_webhook_has_no_token_and_answers_with_commands(house: House) -> None:
    hook = house.hook()
    house.receiver.answer = chosen
    table = house.table(seats=seats(hook))
    assert table.tokens[1] == ""
    [delivery] = [one for one in house.deliver() if (one.seat, one.type) == (1, "turn")]
    assert delivery.status == "delivered"
    assert table.version() == 2
    told = next(m for m in house.receiver.verified(hook["secret"]) if "token" in m["data"])
    assert told["data"]["view"]["state"] != table.get("").json["state"]
    again = attempt(house.ctx, hook["id"], delivery.n, again=True)
    assert again is not None
    assert (again.status, table.version()) == ("skipped", 2)


def test_the_token_in_a_turn_posts_a_command_later(house: House) -> None:
    hook = house.hook()
    table = house.table(seats=seats(hook))
    house.deliver()
    told = next(m for m in house.receiver.messages() if "token" in m["data"])
    headers = {"Authorization": f"Bearer {told['data']['token']}"}
    legal = house.client.get(table.path + "/legal-actions", headers=headers).json
    assert legal == told["data"]["legal_actions"]
    answer = house.client.post(table.path + "/commands", json=choice(told), headers=headers)
    assert (answer.status_code, table.version()) == (201, 2)
    facts = b"".join(house.ctx.store.facts(table.id).values()) + b"".join(house.ctx.store.facts(hook["id"]).values())
    assert told["data"]["token"].encode() not in facts


def test_a_command_counts_once_also_when_its_delivery_is_repeated(house: House) -> None:
    hook = house.hook()
    house.receiver.answer = chosen
    table = house.table(seats=seats(hook))
    [(_, number)] = [
        work for work in house.notice() if find(house, work).seat == 1 and find(house, work).type == "turn"
    ]
    before = find(house, (hook["id"], number))
    attempt(house.ctx, hook["id"], number)
    house.ctx.store.set_facts(hook["id"], {f"delivery:{number}": json.dumps(as_kept(before)).encode()})
    attempt(house.ctx, hook["id"], number)  # the process died before it noted the answer
    assert table.version() == 2


def find(house: House, work: tuple[str, int]) -> Any:
    return find_delivery(house.ctx, *work)


def as_kept(delivery: Any) -> dict[str, Any]:
    return asdict(delivery)


@pytest.mark.parametrize(
    "answer", [b"x", b"[]", b"{}", {"type": "Fly"}, {"type": "Roll", "x": 1}, {"type": "Roll"}, b"\xff", b"[" * 9999, 7]
)
def test_what_is_no_command_or_none_that_is_legal_changes_nothing(house: House, answer: Any) -> None:
    hook = house.hook(types=[])
    house.receiver.answer = lambda message: (200, answer)
    table = house.table(seats=seats(hook))
    [delivery] = [one for one in house.deliver() if (one.seat, one.type) == (1, "turn")]
    assert (delivery.status, delivery.attempts, table.version()) == ("pending", 1, 1)
    assert delivery.note
    assert house.detail(hook)["failures"] == 1


def test_an_answer_to_a_game_that_went_on_is_asked_for_anew(house: House) -> None:
    hook = house.hook()
    table = house.table(seats=seats(hook))

    def slow(message: dict[str, Any]) -> tuple[int, Any]:
        if "token" in message["data"] and table.version() == 1:
            table.post("/commands", table.get("/legal-actions", 0).json["templates"][0]["example"], 0)
        return chosen(message)

    house.receiver.answer = slow
    [delivery] = [one for one in house.deliver() if (one.seat, one.type) == (1, "turn")]
    assert (delivery.status, table.version()) == ("pending", 2)
    after = attempt(house.ctx, hook["id"], delivery.n)
    assert after is not None
    assert (after.status, table.version()) == ("delivered", 3)
    assert house.detail(hook)["failures"] == 0


def test_only_ones_own_webhook_or_a_public_one_can_be_seated(house: House) -> None:
    mine, shared = house.hook(), house.hook(public=True)
    other = with_key(new_key(house.client))
    for headers in ({}, other):
        wish = {"ruleset": "toy", "seats": seats(mine)}
        found = problem(house.client.post("/v1/games", json=wish, headers=headers), 422, "invalid_body")
        assert [(error["pointer"], error["code"]) for error in found["errors"]] == [("/seats/1/webhook", "webhook")]
        wish = {"ruleset": "toy", "seats": seats(shared)}
        assert house.client.post("/v1/games", json=wish, headers=headers).status_code == 201
    wish = {"ruleset": "toy", "seats": seats({"id": "hook-" + "0" * 18})}
    problem(house.client.post("/v1/games", json=wish, headers=other), 422, "invalid_body")


@pytest.mark.parametrize(
    ("seat", "pointer", "code"),
    [
        ({"kind": "human", "webhook": "x"}, "/seats/0/webhook", "not_bot"),
        ({"kind": "ai", "deadline_s": 5}, "/seats/0/deadline_s", "not_bot"),
        ({"kind": "open", "agent": "uniform"}, "/seats/0/agent", "not_ai"),
        ({"kind": "bot", "agent": "nobody"}, "/seats/0/agent", "choice"),
        ({"kind": "bot", "deadline_s": 0}, "/seats/0/deadline_s", "range"),
    ],
)
def test_what_does_not_fit_a_seat_is_422(house: House, seat: dict[str, Any], pointer: str, code: str) -> None:
    wish = {"ruleset": "toy", "seats": [seat, {"kind": "human"}]}
    found = problem(house.client.post("/v1/games", json=wish), 422, "invalid_body")
    assert [(error["pointer"], error["code"]) for error in found["errors"]] == [(pointer, code)]


def test_a_webhook_holds_the_seat_that_it_plays(house: House) -> None:
    hook = house.hook()
    table = house.table(seats=seats(hook))
    owner = {"Authorization": f"Bearer {table.owner}"}
    assert [seat["held"] for seat in table.get("").json["seats"]] == [False, True]
    for change in ({"reissue": True}, {"open": True}, {"agent": "uniform"}):
        answer = house.client.patch(table.path + "/seats/1", json=change, headers=owner)
        assert problem(answer, 409, "refused")["rule"] == "seat.held"
    house.deliver()
    assert any("token" in message["data"] for message in house.receiver.messages())


def test_before_the_start_the_owner_takes_a_seat_from_its_webhook(house: House) -> None:
    hook = house.hook()
    table = house.table(seats=[*seats(hook), {"kind": "open"}])
    owner = {"Authorization": f"Bearer {table.owner}"}
    house.deliver()
    assert house.client.patch(table.path + "/seats/1", json={"agent": "uniform"}, headers=owner).status_code == 200
    house.client.post(table.path + "/seats", json={})
    house.deliver()
    assert all("token" not in message["data"] for message in house.receiver.messages())


def run_agents(house: House, game: str) -> None:
    lock = house.ctx.jobs.ai.hold(game)
    assert lock is not None
    Playing(house.ctx, game, lock).run()
    lock.release()


def test_a_late_bot_is_stood_in_for_until_it_owes_nothing(house: House) -> None:
    table = house.table(seats=[{"kind": "human"}, {"kind": "bot", "agent": "uniform", "deadline_s": 20}])
    table.put_aside()
    table.act(0, "Roll")
    table.act(0, "EndTurn")
    view = table.get().json
    [owed] = view["awaiting"]
    assert (owed["seat"], "agent" in owed, view["seats"][1]["agent"]) == (1, False, "uniform")
    assert "deadline" in owed
    run_agents(house, table.id)
    assert table.version() == 5
    house.clock.ms += 21_000
    assert sweep(house.ctx) == 1
    run_agents(house, table.id)
    events = table.get("/events?after=5").json["events"]
    assert {event["seat"] for event in events} == {1}
    assert table.get().json["awaiting"][0]["seat"] == 0
    assert table.get().json["seats"][1]["kind"] == "bot"


def test_a_bot_that_acts_in_time_is_left_alone(house: House) -> None:
    table = house.table(seats=[{"kind": "human"}, {"kind": "bot", "deadline_s": 20}])
    house.clock.ms += 15_000
    assert sweep(house.ctx) == 0
    table.post("/commands", table.get("/legal-actions", 1).json["templates"][0]["example"], 1)
    house.clock.ms += 10_000
    assert sweep(house.ctx) == 0
    run_agents(house, table.id)
    assert table.version() == 2


def test_a_bot_without_a_deadline_has_all_the_time_there_is(house: House) -> None:
    table = house.table(seats=[{"kind": "human"}, {"kind": "bot"}])
    assert table.tokens[1]
    house.clock.ms += 10**9
    sweep(house.ctx)
    run_agents(house, table.id)
    assert table.version() == 1
