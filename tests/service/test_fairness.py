"""Fairness: a stranger proves every draw of a finished game from what the API shows, with code of its own."""

import hashlib
import hmac
from itertools import accumulate
from typing import Any

from service.commands import submit
from service.context import Context
from service.queries import events_page, fairness
from service.seating import SeatWish, take_seat
from service.undoing import move_head
from tests.service.tables import caller, new_game, put_aside
from tests.toy import EndTurn, Roll


def prove(told: dict[str, Any]) -> None:
    """The recipe, followed by somebody who has nothing but the document."""
    seed = bytes.fromhex(told["seed"])
    assert hashlib.sha256(seed).hexdigest() == told["commitment"]
    thrown = [entropy.encode() for entropy in told["entropies"]]
    mixed = hashlib.sha256(b"\0".join([seed, *thrown])).digest() if thrown else seed
    for draw in told["draws"]:
        key = seed if draw["version"] == 1 else mixed
        total, attempt = sum(draw["weights"]), 0
        while True:
            text = f"{draw['stream']}:{draw['number']}:{attempt}".encode()
            value = int.from_bytes(hmac.new(key, text, hashlib.sha256).digest()[:8], "big")
            if value < 2**64 - 2**64 % total:
                break
            attempt += 1
        ends = list(accumulate(draw["weights"]))
        assert draw["outcome"] == next(index for index, end in enumerate(ends) if value % total < end)


def test_a_running_game_shows_its_commitment_alone(ctx: Context) -> None:
    made = new_game(ctx)
    put_aside(ctx, made)

    told = fairness(ctx, caller(ctx, made, 0), "en")

    assert not {"seed", "draws"} & told.keys()
    assert told["commitment"] == events_page(ctx, caller(ctx, made))["events"][0]["commitment"]
    assert "HMAC-SHA256" in told["recipe"]
    assert "semilla" in fairness(ctx, caller(ctx, made), "es")["recipe"]


def test_a_stranger_proves_every_draw_of_a_game(ctx: Context) -> None:
    made = new_game(ctx, "human", "open", "open", options={"target": 12}, seed=None, undo="free", seat_order="random")
    seated = [take_seat(ctx, made.id, None, SeatWish(entropy=word)) for word in ("from Ana", "ñ from Ben")]
    put_aside(ctx, made)
    undone = False
    while not (game := ctx.games.load(made.id)).table.finished:
        seat = game.position.turn
        submit(ctx, made.id, seat, [Roll()])
        if not undone:
            move_head(ctx, made.id, game.version, game.version + 1, seat)
            submit(ctx, made.id, seat, [Roll()])
            undone = True
        if not ctx.games.load(made.id).table.finished:
            submit(ctx, made.id, seat, [EndTurn()])

    told = fairness(ctx, caller(ctx, made), "en")
    prove(told)

    assert seated[-1].status == "running"
    assert told["entropies"] == ["from Ana", "ñ from Ben"]
    events = {
        (event["version"], event["type"]): event for event in events_page(ctx, caller(ctx, made), limit=1000)["events"]
    }
    rolls = [draw for draw in told["draws"] if draw["stream"] == "dice"]
    assert [draw["outcome"] + 1 for draw in rolls] == [events[draw["version"], "Rolled"]["pips"] for draw in rolls]
    assert len(rolls) == sum(kind == "Rolled" for _, kind in events)
    assert [draw["number"] for draw in rolls][:2] == [0, 0]  # the roll that was undone, and the same again
    assert sum(draw["stream"] == "seat_order" for draw in told["draws"]) == 3
    assert sum(draw["stream"] == "dealing" for draw in told["draws"]) == 3 * 4
