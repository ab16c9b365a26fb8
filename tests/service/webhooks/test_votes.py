"""Tests that programs hear of a vote that waits for them: by webhook, in what is pending, in the view of the seat."""

from tests.service.http.client import SEATS, Table
from tests.service.webhooks.conftest import House, seats
from workers.webhooks.delivery_attempts import attempt


def asked(table: Table) -> int:
    """Let seat 0 ask to abandon the game, and return the number of the vote."""
    answer = table.post("/abandon", {}, 0)
    assert answer.status_code == 201, answer.text
    return int(answer.json["id"])


def test_hosted_bot_hears_of_a_vote_and_answers_it(house: House) -> None:
    hook = house.hook()
    table = house.table(seats=seats(hook))
    house.deliver()

    vote = asked(table)
    house.deliver()

    [told] = [one["data"] for one in house.receiver.verified(hook["secret"]) if one["type"] == "vote"]
    assert (told["seat"], told["vote"]["id"], told["vote"]["kind"], told["vote"]["waiting"]) == (
        1,
        vote,
        "abandon",
        [1],
    )
    headers = {"Authorization": f"Bearer {told['token']}"}
    answer = house.client.post(f"{table.path}/votes/{vote}", json={"accept": True}, headers=headers)
    assert (answer.status_code, answer.json["status"]) == (201, "passed")


def test_vote_that_was_answered_is_not_reported_late(house: House) -> None:
    hook = house.hook()
    table = house.table(seats=SEATS)
    house.deliver()
    vote = asked(table)
    made = house.notice()
    assert table.post(f"/votes/{vote}", {"accept": False}, 1).status_code == 201

    assert len(made) == 1
    tried = [attempt(house.ctx, *work) for work in made]
    assert [(one.type, one.status) for one in tried if one] == [("vote", "skipped")]
    assert [one for one in house.receiver.verified(hook["secret"]) if one["type"] == "vote"] == []


def test_pending_and_the_view_of_a_seat_show_the_vote_until_it_is_answered(house: House) -> None:
    table = house.table(seats=SEATS)
    mine = table.headers(1)
    before = house.client.get("/v1/me/pending", headers=mine).json["cursor"]

    vote = asked(table)

    [due] = house.client.get(f"/v1/me/pending?after={before}", headers=mine).json["pending"]
    assert (due["frame"], due["must"], due["vote"], due["seat"]) == ("vote", False, vote, 1)
    view = table.get("", 1).json
    assert (view["vote"]["id"], view["vote"]["status"]) == (vote, "open")
    assert "vote" not in table.get("", 0).json
    assert "vote" not in table.get().json
    assert table.post(f"/votes/{vote}", {"accept": False}, 1).status_code == 201
    assert "vote" not in table.get("", 1).json
    frames = [one["frame"] for one in house.client.get("/v1/me/pending", headers=mine).json["pending"]]
    assert "vote" not in frames
