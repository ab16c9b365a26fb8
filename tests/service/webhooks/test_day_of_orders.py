"""Plays a whole day of a correspondence game by orders and webhooks, with the clock driven by hand.

Three players found together in the evening. Then each looks at the game four times a day, plays what waits by hand, and
sets orders for the next turn; they hear by webhook of turns, and of orders that became void.
"""

from collections import Counter
from dataclasses import dataclass
from typing import Any, Final

from service.clients.standing_orders import DONE, VOID
from tests.service.handlers.ordering import due_ms, sweep_once
from tests.service.http.client import Table
from tests.service.tables import START_MS
from tests.service.webhooks.conftest import House
from workers.webhooks.delivery_attempts import attempt

HOUR_MS: Final = 3_600_000
CLOCK: Final = {"kind": "days", "days": 1, "on_timeout": "default"}
TILES: Final = range(7, 19)
STANDING: Final[tuple[dict[str, Any], ...]] = (
    {"kind": "cards", "command": "Discard", "first": ["wool", "lumber"]},
    {"kind": "answer", "accept": True, "at_least": 2},
    {"kind": "answer", "accept": False},
    {
        "kind": "send",
        "frame": "move_robber",
        "again": True,
        "commands": [{"type": "MoveRobber", "tile": tile} for tile in TILES],
    },
    {
        "kind": "send",
        "frame": "steal",
        "again": True,
        "commands": [{"type": "Steal", "victim": seat} for seat in range(3)],
    },
)
"""What each player has said once for the whole game."""


def plan(*, is_bold: bool) -> dict[str, Any]:
    """Return the order for a turn, which is void where a bold player cannot buy a card."""
    card = {"command": {"type": "BuyDevelopmentCard"}, **({} if is_bold else {"or_skip": True})}
    steps = [{"command": {"type": "RollDice"}}, card, {"command": {"type": "EndTurn"}}]
    return {"kind": "sequence", "steps": steps}


@dataclass(frozen=True)
class Place:
    """Names the game to those who look for its deadlines."""

    id: str


class Day:
    """Represents the game, and what its players hear of it."""

    def __init__(self, house: House) -> None:
        self.house = house
        seats = [{"kind": "human"}] * 3
        self.table: Table = house.table(ruleset="catan", map="beginner", seats=seats, clock=CLOCK, seed="a day")
        for seat in range(3):
            wish = {"url": house.receiver.url, "types": ["turn", "orders"]}
            answer = house.client.post("/v1/webhooks", json=wish, headers=self.table.headers(seat))
            assert answer.status_code == 201, answer.text

    def run_until(self, ms: int) -> None:
        """Let the sweep and the courier work until a time, at each moment at which orders are due."""
        store, clock = self.house.ctx.store, self.house.clock
        while True:
            before = store.head(self.table.id)
            sweep_once(self.house.ctx, self.post)
            self.house.deliver()
            if store.head(self.table.id) > before:
                continue
            due = due_ms(self.house.ctx, Place(self.table.id))  # type: ignore[arg-type]
            if not due or due > ms:
                break
            clock.ms = max(clock.ms, due)
        clock.ms = max(clock.ms, ms)

    def post(self, hook: str, number: int) -> None:
        """Post a delivery that is due."""
        attempt(self.house.ctx, hook, number)

    def found(self) -> None:
        """Let all players found by hand."""
        while (waiting := self.table.get("", 0).json["awaiting"][0])["frame"].startswith("found"):
            command = self.actions(waiting["seat"])[0]
            assert self.table.post("/commands", command, waiting["seat"]).status_code == 201

    def look(self, seat: int, hour: int) -> None:
        """Let a player play by hand what waits, offer something, and set orders."""
        standing = [one["order"] for one in self.orders(seat)["orders"]]
        if not any(order["kind"] == "sequence" for order in standing):
            self.play_by_hand(seat)
            standing.append(self.set(seat, plan(is_bold=hour % 4 == 1)))
        for order in STANDING:
            if order not in standing:
                self.set(seat, order)

    def play_by_hand(self, seat: int) -> None:
        """Offer a trade, and end the turn, if the seat is in it."""
        shown = self.table.get("/legal-actions", seat).json
        if shown["must_act"] and {"type": "EndTurn"} in self.actions(seat):
            for one in shown["templates"]:
                assert self.table.post("/commands", one["example"], seat).status_code == 201
            self.run_until(self.house.clock.ms + 60_000)
            assert self.table.post("/commands", {"type": "EndTurn"}, seat).status_code == 201

    def set(self, seat: int, order: dict[str, Any]) -> dict[str, Any]:
        """Set an order."""
        answer = self.table.post(f"/seats/{seat}/orders", order, seat)
        assert answer.status_code == 201, answer.text
        return order

    def orders(self, seat: int) -> dict[str, Any]:
        """Return the orders of a seat."""
        shown: dict[str, Any] = self.table.get(f"/seats/{seat}/orders", seat).json
        return shown

    def actions(self, seat: int) -> list[dict[str, Any]]:
        """Return the listed commands of a seat."""
        return [one["command"] for one in self.table.get("/legal-actions", seat).json["actions"]]


def test_a_day_of_a_correspondence_game_is_played_by_orders(house: House) -> None:
    day = Day(house)
    day.found()
    for hour in range(24):
        day.run_until(START_MS + hour * HOUR_MS)
        if hour % 2:
            day.look(hour // 2 % 3, hour)
    day.run_until(START_MS + 24 * HOUR_MS)

    heard, game = house.receiver.messages(), house.ctx.games.load(day.table.id)
    kinds = Counter(event["type"] for event in day.table.get("/events?limit=1000").json["events"])
    assert (kinds["TimedOut"], kinds["TimeUsed"] > 0) == (0, True)
    assert game.ruleset.turn(game.position) >= 6
    assert kinds["DiceRolled"] >= 6, "nobody rolled by hand"
    assert kinds["TradeOffered"] > 0
    assert kinds["OfferDeclined"] + kinds["OfferAccepted"] > 0
    ended = [(seat, one) for seat in range(3) for one in day.orders(seat)["ended"]]
    void = [(seat, one["id"], one["reason"]) for seat, one in ended if one["status"] == VOID]
    told = [
        (one["data"]["seat"], order["id"], order["reason"])
        for one in heard
        if one["type"] == "orders"
        for order in one["data"]["ended"]
    ]
    assert any(one["status"] == DONE for _, one in ended)
    assert void
    assert sorted(told) == sorted(void), "each void order is reported once, with its reason"
    assert Counter(one["type"] for one in heard)["turn"] >= 6
