"""Tests that deliveries are signed and redacted, tried again after a failure, given up at last, and sent again."""

import json
from typing import Any

import pytest
from standardwebhooks import Webhook
from standardwebhooks.webhooks import WebhookVerificationError

from eventstore.interfaces import START
from eventstore.keys import SHARDS, shard_of
from service.clients import fact_names
from service.game.deadlines import CLOCK_DEADLINE
from service.handlers.commands import submit
from service.handlers.passed_deadlines import fall_due
from service.webhooks import deliveries
from service.webhooks.notices import MARKED_MS, Notices
from service.webhooks.registry import FAILURES_TO_DISABLE
from tests.service.http.client import SEATS, Table
from tests.service.http.keys import new_key, with_key
from tests.service.http.problem_answers import problem
from tests.service.tables import first_chip
from tests.service.webhooks.conftest import House
from workers.sweeping.due_work import sweep
from workers.webhooks.delivery_attempts import attempt


def test_a_turn_is_told_signed_and_once(house: House) -> None:
    hook = house.hook()
    table = house.table(seats=SEATS)
    assert [delivery.status for delivery in house.deliver()] == ["delivered", "delivered"]
    told = house.receiver.verified(hook["secret"])
    assert {message["data"]["seat"] for message in told} == {0, 1}
    assert {message["type"] for message in told} == {"turn"}
    assert all(message["data"]["game"] == table.id and message["data"]["owes"] for message in told)
    headers, body = house.receiver.told[0]
    with pytest.raises(WebhookVerificationError):
        Webhook(hook["secret"]).verify(body.replace(b"turn", b"torn"), headers)
    assert house.deliver() == []
    assert [delivery["status"] for delivery in house.detail(hook)["deliveries"]] == ["delivered", "delivered"]


def test_only_the_types_asked_for_are_told_each_seat_what_it_may_see(house: House) -> None:
    house.hook(types=["started", "events", "finished"])
    table = house.table(seats=SEATS)
    house.deliver()
    told = house.receiver.messages()
    assert sorted({message["type"] for message in told}) == ["events", "started"]
    for seat in (0, 1):
        shown = [
            message["data"]["events"]
            for message in told
            if (message["type"], message["data"]["seat"]) == ("events", seat)
        ]
        assert shown == [table.get("/events", seat).json["events"]]


def test_nothing_of_others_secrets_is_told(house: House) -> None:
    """A webhook hears of its own seat alone, and is sent just the events that this seat may read."""
    house.hook(types=["turn", "events", "started"])
    table = house.table(seats=[{"kind": "human"}, {"kind": "open"}])
    taken = house.client.post(table.path + "/seats", json={})
    assert taken.status_code == 201  # by somebody without the key
    house.deliver()
    assert {message["data"]["seat"] for message in house.receiver.messages()} == {0}
    token = taken.json["token"]
    seen = json.dumps(house.client.get(table.path, headers={"Authorization": f"Bearer {token}"}).json["state"])
    hidden = json.dumps(table.get("", 0).json["state"])
    assert seen != hidden
    events = [m["data"]["events"] for m in house.receiver.messages() if m["type"] == "events"]
    own = table.get("/events", 0).json["events"]
    assert [event for page in events for event in page] == own


def test_failures_are_tried_again_later_and_later_then_given_up(house: House) -> None:
    hook = house.hook(types=["events"])
    house.table(seats=[{"kind": "human"}, {"kind": "ai", "agent": "uniform"}])
    house.receiver.answer = lambda message: (500, None)
    [delivery] = house.deliver()
    pauses = []
    while delivery.status == "pending":
        pauses.append(round((delivery.due - house.clock.ms) / 1000))
        house.clock.ms = delivery.due
        due = [one for shard in range(SHARDS) for one in house.ctx.store.due(shard, house.clock.ms, 100)]
        assert (hook["id"], f"deliver-{delivery.n}") in [(one.game, one.name) for one in due]
        again = attempt(house.ctx, hook["id"], delivery.n)
        assert again is not None
        delivery = again
    assert pauses == [5, 30, 120, 600, 1_800, 7_200, 18_000, 36_000]
    assert (delivery.status, delivery.attempts, delivery.code) == ("failed", 9, 500)
    assert len({headers["webhook-id"] for headers, _ in house.receiver.told}) == 1
    assert house.detail(hook)["failures"] == 9


def test_the_sweep_has_what_is_due_tried(house: House) -> None:
    hook = house.hook(types=["events"])
    house.table(seats=[{"kind": "human"}, {"kind": "ai", "agent": "uniform"}])
    [(_, number)] = house.notice()  # and then the process died
    due: list[tuple[str, int]] = []
    sweep(house.ctx, lambda hook_id, n: due.append((hook_id, n)))
    assert due == []
    house.clock.ms += 60_000
    sweep(house.ctx, lambda hook_id, n: due.append((hook_id, n)))
    assert due == [(hook["id"], number)]


def test_a_redirect_is_a_failure_and_not_followed(house: House) -> None:
    house.hook()
    house.table(seats=SEATS)
    house.receiver.answer = lambda message: (302, None)
    assert [delivery.code for delivery in house.deliver()] == [302, 302]
    assert len(house.receiver.told) == 2


def test_who_fails_again_and_again_is_switched_off_until_switched_on(house: House) -> None:
    hook = house.hook()
    house.receiver.answer = lambda message: (500, None)
    while house.detail(hook)["active"]:
        house.table(seats=SEATS)
        house.deliver()
    assert house.detail(hook)["failures"] == FAILURES_TO_DISABLE
    count = len(house.receiver.told)
    house.table(seats=SEATS)
    assert house.deliver() == []
    assert len(house.receiver.told) == count
    house.receiver.answer = lambda message: (204, None)
    change = house.client.patch(f"/v1/webhooks/{hook['id']}", json={"active": True}, headers=house.headers)
    assert (change.json["active"], change.json["failures"]) == (True, 0)
    house.table(seats=SEATS)
    assert [delivery.status for delivery in house.deliver()] == ["delivered", "delivered"]


def test_who_is_gone_is_switched_off_at_once(house: House) -> None:
    hook = house.hook()
    house.table(seats=SEATS)
    house.receiver.answer = lambda message: (410, None)
    house.deliver()
    assert house.detail(hook)["active"] is False


def test_the_owner_of_one_that_is_switched_off_is_told(house: House) -> None:
    broken, other = house.hook(), house.hook(types=["webhook_off"])
    house.table(seats=SEATS)
    house.receiver.answer = lambda message: (410, None)
    house.deliver()
    assert house.detail(broken)["off"]["because"] == "gone"
    assert "off" not in house.detail(other)
    house.receiver.answer = lambda message: (204, None)
    house.receiver.told.clear()
    told = [one for one in house.detail(other)["deliveries"] if one["type"] == "webhook_off"]
    assert len(told) >= 1
    attempt(house.ctx, other["id"], told[-1]["n"])
    [(_, notice)] = house.receiver.told
    assert json.loads(notice)["data"] == {"webhook": broken["id"], **house.detail(broken)["off"]}
    house.client.patch(f"/v1/webhooks/{broken['id']}", json={"active": True}, headers=house.headers)
    assert "off" not in house.detail(broken)
    house.client.patch(f"/v1/webhooks/{broken['id']}", json={"active": False}, headers=house.headers)
    assert house.detail(broken)["off"]["because"] == "owner"


@pytest.mark.parametrize("code", [204, 500])
def test_an_attempt_switches_no_webhook_on(house: House, code: int) -> None:
    hook = house.hook(types=["events"])
    house.table(seats=SEATS)
    house.receiver.answer = lambda message: (500, None)
    [(_, n), *_] = house.notice()
    attempt(house.ctx, hook["id"], n)

    def switch_off(message: dict[str, Any]) -> tuple[int, None]:
        house.client.patch(f"/v1/webhooks/{hook['id']}", json={"active": False}, headers=house.headers)
        return code, None

    house.receiver.answer = switch_off
    for _ in range(2):  # while the webhook is on, and when it is off already
        attempt(house.ctx, hook["id"], n, again=True)
        assert house.detail(hook)["off"]["because"] == "owner"


def test_a_turn_that_is_over_is_not_told(house: House) -> None:
    house.hook()
    table = house.table(seats=SEATS)
    late = house.notice()
    table.put_aside()
    tried = [attempt(house.ctx, *work) for work in late]
    assert [delivery and delivery.status for delivery in tried] == ["skipped", "skipped"]
    assert house.receiver.told == []


def test_a_seats_token_has_a_webhook_for_that_seat(house: House) -> None:
    table = house.table(seats=SEATS)
    made = house.client.post("/v1/webhooks", json={"url": house.receiver.url}, headers=table.headers(1))
    assert made.status_code == 201
    table.put_aside()
    table.act(0, "Roll")
    table.act(0, "EndTurn")
    house.deliver()
    assert {message["data"]["seat"] for message in house.receiver.messages()} == {1}
    assert len(house.client.get("/v1/webhooks", headers=table.headers(1)).json["webhooks"]) == 1
    assert house.client.get("/v1/webhooks", headers=table.headers(0)).json["webhooks"] == []
    owner = {"Authorization": f"Bearer {table.owner}"}
    house.client.patch(table.path + "/seats/1", json={"reissue": True}, headers=owner)
    count = len(house.receiver.told)
    table.post("/commands", {"type": "Roll"}, 0)
    house.deliver()
    assert len(house.receiver.told) == count


def test_a_webhook_is_its_owners_alone(house: House) -> None:
    hook = house.hook()
    place = f"/v1/webhooks/{hook['id']}"
    other = with_key(new_key(house.client))
    problem(house.client.get(place), 401, "unauthorized")
    for answer in (
        house.client.get(place, headers=other),
        house.client.patch(place, json={"active": False}, headers=other),
        house.client.delete(place, headers=other),
        house.client.post(place + "/deliveries/1/retry", headers=other),
    ):
        problem(answer, 404, "not_found")
    limited = with_key(new_key(house.client, scopes=["me"]))
    problem(house.client.get("/v1/webhooks", headers=limited), 403, "forbidden")
    assert "secret" not in house.detail(hook)
    assert house.client.delete(place, headers=house.headers).status_code == 204
    problem(house.client.get(place, headers=house.headers), 404, "not_found")


def test_a_new_secret_signs_from_then_on(house: House) -> None:
    hook = house.hook()
    place = f"/v1/webhooks/{hook['id']}"
    change = house.client.patch(place, json={"new_secret": True}, headers=house.headers)
    assert change.json["secret"] != hook["secret"]
    house.table(seats=SEATS)
    house.deliver()
    assert house.receiver.verified(change.json["secret"])


def test_a_webhook_ends_with_its_key(house: House) -> None:
    hook = house.hook()
    house.client.delete("/v1/keys/" + house.key.partition(".")[0], headers=house.headers)
    assert house.ctx.store.facts(hook["id"]) == {}


@pytest.mark.parametrize(
    "url",
    [
        *("http://10.0.0.1/", "https://10.0.0.1/", "https://169.254.169.254/latest/meta-data", "https://[fc00::1]/"),
        *("ftp://127.0.0.1/", "https://nowhere.invalid/", "x", "", "https://a@b.example/", "http://example.org/"),
    ],
)
def test_a_target_that_may_not_be_reached_is_422_and_nothing_is_made(house: House, url: str) -> None:
    answer = house.client.post("/v1/webhooks", json={"url": url}, headers=house.headers)
    found = problem(answer, 422, "invalid_body")
    assert [(error["pointer"], error["code"]) for error in found["errors"]] == [("/url", "target")]
    assert house.client.get("/v1/webhooks", headers=house.headers).json["webhooks"] == []
    hook = house.hook()
    change = house.client.patch(f"/v1/webhooks/{hook['id']}", json={"url": url}, headers=house.headers)
    problem(change, 422, "invalid_body")
    assert house.detail(hook)["url"] == house.receiver.url


@pytest.mark.parametrize(
    "body",
    [
        *(
            {},
            {"url": 1},
            {"url": None},
            {"url": "https://" + "x" * 600},
            {"url": "https://example.org", "types": "turn"},
        ),
        *({"url": "https://example.org", "types": ["x"]}, {"url": "https://example.org", "public": 1}, {"x": 1}),
    ],
)
def test_a_body_of_another_shape_is_422(house: House, body: Any) -> None:
    problem(house.client.post("/v1/webhooks", json=body, headers=house.headers), 422, "invalid_body")


def test_a_body_too_large_is_413(house: House) -> None:
    body = {"url": "https://example.org/" + "x" * 70_000}
    problem(house.client.post("/v1/webhooks", json=body, headers=house.headers), 413, "too_large")


def test_there_are_only_so_many_webhooks(house: House) -> None:
    for _ in range(20):
        house.hook()
    answer = house.client.post("/v1/webhooks", json={"url": house.receiver.url}, headers=house.headers)
    problem(answer, 403, "forbidden")


def test_a_lost_answer_makes_no_second_webhook(house: House) -> None:
    headers = house.headers | {"Idempotency-Key": "1"}
    first, again = (
        house.client.post("/v1/webhooks", json={"url": house.receiver.url}, headers=headers) for _ in range(2)
    )
    assert first.json == again.json
    assert len(house.client.get("/v1/webhooks", headers=house.headers).json["webhooks"]) == 1


def test_a_delivery_is_retried_as_a_job(house: House) -> None:
    hook = house.hook()
    house.table(seats=SEATS)
    house.receiver.answer = lambda message: (410, None)
    first = house.deliver()[0]
    place = f"/v1/webhooks/{hook['id']}/deliveries"
    answer = house.client.post(f"{place}/{first.n}/retry", headers=house.headers)
    assert (answer.status_code, answer.json["kind"], answer.json["status"]) == (202, "delivery", "queued")
    assert house.client.get(answer.headers["Location"], headers=house.headers).json["id"] == answer.json["id"]
    house.receiver.answer = lambda message: (204, None)
    again = attempt(house.ctx, hook["id"], first.n, again=True)
    assert again is not None
    assert again.status == "delivered"
    full = house.client.post(f"{place}/{first.n}/retry", json={"soon": True}, headers=house.headers)
    problem(full, 422, "invalid_body")
    problem(house.client.post(f"{place}/99/retry", headers=house.headers), 404, "not_found")


@pytest.mark.parametrize("by_key", [True, False])
def test_whoever_is_absent_hears_on_but_is_asked_for_nothing(house: House, by_key: bool) -> None:
    table = house.table(seats=[{"kind": "human"}, {"kind": "ai"}], clock={"seconds": 60, "on_timeout": "agent"})
    if by_key:
        house.hook(types=["turn", "events"])
    else:
        body = {"url": house.receiver.url, "types": ["turn", "events"]}
        assert house.client.post("/v1/webhooks", json=body, headers=table.headers(0)).status_code == 201
    table.act(0, "PutAside", **put_aside_example(table))
    house.ctx.games.load(table.id)
    house.deliver()
    heard = len(house.receiver.messages())
    house.clock.ms += 61_000
    submit(house.ctx, table.id, 1, [first_chip(house.ctx.games.load(table.id), 1)])
    house.clock.ms += 61_000
    fall_due(house.ctx, table.id, CLOCK_DEADLINE)
    assert house.ctx.games.load(table.id).table.seats[0].left == "absent"

    house.deliver()

    told = house.receiver.messages()[heard:]
    assert {message["type"] for message in told} == {"events"}
    assert told[-1]["data"]["events"][-1]["type"] == "SeatStoodIn"


def finished(house: House) -> Table:
    """Return a game that is over."""
    table = house.table(seats=SEATS)
    table.post("/resign", {}, 0)
    assert table.get().json["status"] == "finished"
    return table


def test_a_game_that_is_over_is_not_told_again_from_an_older_checkpoint(house: House) -> None:
    hook = house.hook(types=["events"])
    table = finished(house)
    assert house.deliver()

    house.ctx.store.put_checkpoint(Notices.name, shard_of(table.id), START)
    assert house.deliver() == []

    house.clock.ms += MARKED_MS + 1
    finished(house)
    house.deliver()
    marks = [name for name in house.ctx.store.facts(hook["id"]) if table.id in name]
    assert marks == []


@pytest.mark.parametrize("order", [1, -1], ids=["oldest first", "newest first"])
def test_more_deliveries_may_wait_than_are_kept_once_they_are_over(
    house: House, order: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deliveries, "KEPT", 4)
    hook = house.hook(types=["events"])
    house.table(seats=SEATS).put_aside()
    waiting = house.notice()

    for work in waiting[::order]:
        attempt(house.ctx, *work)

    assert len(house.receiver.told) == len(waiting) == 6
    kept = [name for name in house.ctx.store.facts(hook["id"]) if name.startswith(fact_names.DELIVERIES)]
    assert sorted(kept) == [fact_names.delivery(n) for _, n in waiting[-4:]]


def put_aside_example(table: Table) -> dict[str, Any]:
    """Return the members, except the type, of a command with which seat 0 puts a chip aside."""
    example: dict[str, Any] = table.get("/legal-actions", 0).json["templates"][0]["example"]
    return {name: value for name, value in example.items() if name != "type"}
