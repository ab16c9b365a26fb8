"""Tests that a stranger can prove every draw of a finished game from what the API shows, with code of their own."""

import hashlib
import hmac
from itertools import accumulate
from typing import Any

from service.clients.authentication import Caller
from service.game.context import Context
from service.handlers.commands import submit
from service.handlers.resignation import resign
from service.handlers.seating import SeatWish, take_seat
from service.handlers.undo_requests import move_head
from service.records.replay import replay
from service.views.events_pages import events_page
from tests.service.looking import fairness
from tests.service.recorded import imported, record_of
from tests.service.records.forging import GONE, changed, rehashed
from tests.service.tables import caller, new_game, put_aside
from tests.toy import TOY, EndTurn, Roll


def prove(told: dict[str, Any]) -> None:
    """Follow the published recipe with nothing but the document, and check that each draw came out as it says."""
    seed = bytes.fromhex(told["seed"])
    assert hashlib.sha256(bytes.fromhex(told.get("salt", "")) + seed).hexdigest() == told["commitment"]
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


def named(ctx: Context, seed: str) -> str:
    """Return a game with a named seed that is over after one roll."""
    made = new_game(ctx, seed=seed)
    put_aside(ctx, made)
    submit(ctx, made.id, 0, [Roll()])
    resign(ctx, caller(ctx, made, 0))
    return made.id


def test_no_commitment_tells_a_seed_that_can_be_guessed(ctx: Context) -> None:
    made = new_game(ctx, seed="test")
    put_aside(ctx, made)

    told = fairness(ctx, caller(ctx, made), "en")
    opening = events_page(ctx, caller(ctx, made, 0))["events"][0]

    assert told["commitment"] != hashlib.sha256(b"test").hexdigest()
    assert told["unfair"] is True
    assert "salt" not in told
    assert "salt" not in opening
    assert "salt" in told["recipe"]


def test_a_named_seed_is_proven_by_the_salt_that_is_shown_with_it(ctx: Context) -> None:
    game = named(ctx, "test")

    told = fairness(ctx, Caller(game), "en")
    prove(told)
    shown = events_page(ctx, Caller(game), limit=1000)["events"][-1]

    assert (told["seed"], len(told["salt"])) == (b"test".hex(), 64)
    assert (shown["type"], shown["seed"], shown["salt"]) == ("SeedRevealed", told["seed"], told["salt"])


def test_a_salt_changes_no_draw(ctx: Context) -> None:
    one, two = (fairness(ctx, Caller(named(ctx, "test")), "en") for _ in range(2))

    assert one["draws"] == two["draws"]
    assert one["salt"] != two["salt"]
    assert one["commitment"] != two["commitment"]


def test_the_record_of_a_salted_game_proves_true(ctx: Context) -> None:
    record = record_of(ctx, named(ctx, "test"))
    seed, salt = bytes.fromhex(record["seed"]), bytes.fromhex(record["salt"])

    told = fairness(ctx, Caller(imported(ctx, record).id), "en")

    assert hashlib.sha256(salt + seed).hexdigest() == record["commitment"] == told["commitment"]
    prove(told)


def test_a_game_from_before_there_were_salts_is_proven_by_its_seed_alone(ctx: Context) -> None:
    record = record_of(ctx, named(ctx, "test"))
    opened, shown = (0, "events", 0), (len(record["versions"]) - 1, "events", -1)
    plain = hashlib.sha256(b"test").hexdigest()
    record = changed(record, ("salt",), GONE)
    record = changed(record, ("versions", *opened, "salt"), GONE)
    record = changed(record, ("versions", *shown, "salt"), GONE)
    record = changed(record, ("versions", *opened, "commitment"), plain)
    record = changed(record, ("commitment",), plain)

    game = imported(ctx, rehashed(TOY, record)).id
    told = fairness(ctx, Caller(game), "en")

    prove(told)
    assert "salt" not in told
    assert replay(ctx, game, Caller(game), {"format": "json"}, lambda fraction: None)["record"]["seed"] == told["seed"]


def test_a_game_whose_seed_nobody_named_needs_no_salt(ctx: Context) -> None:
    made = new_game(ctx, seed=None)
    resign(ctx, caller(ctx, made, 0))

    told = fairness(ctx, caller(ctx, made), "en")

    prove(told)
    assert "salt" not in told
