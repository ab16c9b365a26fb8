"""Tests that the owner of a webhook can have a test posted to it, and that bots hear when their game starts."""

from typing import Any

from service.webhooks.deliveries import FIRST_TRY_MS, new_test
from service.webhooks.registry import FAILURES_TO_DISABLE, find_hook
from tests.service.http.client import SEATS
from tests.service.http.keys import new_key, with_key
from tests.service.http.problem_answers import problem
from tests.service.webhooks.conftest import House
from workers.sweeping.due_work import sweep
from workers.webhooks.delivery_attempts import attempt


def ask(house: House, hook: dict[str, Any], **headers: str) -> Any:
    """Ask for a test, and return its job."""
    answer = house.client.post(f"/v1/webhooks/{hook['id']}/test", headers={**house.headers, **headers})
    assert answer.status_code == 202, answer.text
    return answer.json


def tried(house: House, hook: dict[str, Any]) -> Any:
    """Post the newest test as its job would, and return the delivery."""
    newest = house.detail(hook)["deliveries"][0]
    assert newest["type"] == "test"
    return attempt(house.ctx, hook["id"], newest["n"], again=True)


def test_a_test_is_posted_signed_and_stands_among_the_deliveries(house: House) -> None:
    hook = house.hook(types=["finished"])
    job = ask(house, hook)
    assert (job["kind"], job["status"]) == ("delivery", "queued")
    done = tried(house, hook)
    assert (done.status, done.code, done.attempts) == ("delivered", 204, 1)
    [told] = house.receiver.verified(hook["secret"])
    assert (told["type"], told["data"]) == ("test", {"webhook": hook["id"]})
    [shown] = house.detail(hook)["deliveries"]
    assert shown == done.document
    assert not {"game", "seat", "version"} & shown.keys()


def test_a_test_that_fails_is_told_and_does_no_harm(house: House) -> None:
    hook = house.hook()
    for status in (500, 410, 302):
        house.receiver.answer = lambda message, status=status: (status, None)  # type: ignore[misc]
        ask(house, hook)
        done = tried(house, hook)
        assert (done.status, done.code, done.due) == ("failed", status, 0)
    kept = find_hook(house.ctx, hook["id"])
    assert kept is not None
    for _ in range(FAILURES_TO_DISABLE):
        attempt(house.ctx, hook["id"], new_test(house.ctx, kept).n)
    detail = house.detail(hook)
    assert (detail["active"], detail["failures"]) == (True, 0)
    house.client.patch(f"/v1/webhooks/{hook['id']}", json={"active": False}, headers=house.headers)
    house.receiver.answer = lambda message: (204, None)
    ask(house, hook)
    assert tried(house, hook).status == "delivered", "also while it is switched off"
    assert house.detail(hook)["active"] is False


def test_a_test_is_its_owners_alone(house: House) -> None:
    hook = house.hook(public=True)
    place = f"/v1/webhooks/{hook['id']}/test"
    table = house.table(seats=SEATS)
    problem(house.client.post(place), 401, "unauthorized")
    problem(house.client.post(place, headers=with_key(new_key(house.client))), 404, "not_found")
    problem(house.client.post(place, headers=table.headers(0)), 404, "not_found")
    problem(house.client.post(place, headers=with_key(new_key(house.client, scopes=["me"]))), 403, "forbidden")
    assert house.detail(hook)["deliveries"] == []


def test_tests_count_as_jobs_and_one_under_the_same_key_once(house: House) -> None:
    hook = house.hook()
    first, again = (ask(house, hook, **{"Idempotency-Key": "a-test-of-this-webhook-1"}) for _ in range(2))
    assert first["id"] == again["id"]
    assert len(house.detail(hook)["deliveries"]) == 1
    for _ in range(7):
        ask(house, hook)
    answer = house.client.post(f"/v1/webhooks/{hook['id']}/test", headers=house.headers)
    problem(answer, 429, "too_many_requests")


def test_a_test_whose_job_was_lost_is_posted_later(house: House) -> None:
    hook = house.hook()
    ask(house, hook)
    due: list[tuple[str, int]] = []
    sweep(house.ctx, lambda hook_id, n: due.append((hook_id, n)))
    house.clock.ms += FIRST_TRY_MS
    sweep(house.ctx, lambda hook_id, n: due.append((hook_id, n)))
    assert due == [(hook["id"], 1)]
    done = attempt(house.ctx, *due[0])
    assert done is not None
    assert done.status == "delivered"


def test_numbers_of_tests_and_notices_are_one_row(house: House) -> None:
    hook = house.hook()
    ask(house, hook)
    house.table(seats=SEATS)
    house.deliver()
    ask(house, hook)
    assert [(one["n"], one["type"]) for one in house.detail(hook)["deliveries"]] == [
        (4, "test"),
        (3, "turn"),
        (2, "turn"),
        (1, "test"),
    ]


def test_a_bot_hears_that_its_game_starts(house: House) -> None:
    hook = house.hook(types=[])
    bot = {"kind": "bot", "webhook": hook["id"]}
    house.table(seats=[{"kind": "human"}, bot])
    house.deliver()
    told = [(message["type"], message["data"]["seat"]) for message in house.receiver.messages()]
    assert sorted(told) == [("started", 1), ("turn", 1)]
    [started] = [message for message in house.receiver.messages() if message["type"] == "started"]
    assert started["data"]["status"] == "running"
    assert "token" not in started["data"]
    house.receiver.told.clear()
    table = house.table(seats=[{"kind": "open"}, bot])
    house.deliver()
    assert house.receiver.messages() == [], "not before the last seat is taken"
    assert house.client.post(table.path + "/seats", json={}).status_code == 201
    house.deliver()
    assert {message["type"] for message in house.receiver.messages()} == {"started", "turn"}


def test_a_target_of_ones_own_machine_names_the_setting_that_it_needs(house: House) -> None:
    wish = {"url": "ftp://127.0.0.1/"}
    for language in ("en", "es"):
        headers = {**house.headers, "Accept-Language": language}
        found = problem(house.client.post("/v1/webhooks", json=wish, headers=headers), 422, "invalid_body")
        assert found["errors"][0]["code"] == "target"
        assert "WEBHOOKS=loopback" in found["errors"][0]["detail"]
