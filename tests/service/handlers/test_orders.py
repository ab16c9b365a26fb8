"""Tests standing orders: kept beside the log, carried out by the sweep as commands, or void."""

from typing import Any

import pytest

from service.clients.standing_orders import MOST_ORDERS
from service.game.context import Context
from service.handlers import holders
from service.handlers.commands import submit
from service.handlers.order_times import LEAST_DELAY_MS, LONGEST_DELAY_MS, delay_ms
from service.handlers.ordered_commands import carry_out_orders
from service.handlers.seat_changes import SeatChange, change_seat
from service.handlers.undo_requests import move_head
from tests.service.handlers.ordering import due_ms, ends, give, let_orders_run, orders, sweep_once, take_back
from tests.service.tables import caller, fresh, new_game, put_aside, refusal
from tests.service.time_passing import timed, types, wait
from tests.toy import Roll

ROLL: dict[str, Any] = {"kind": "send", "commands": [{"type": "Roll"}]}
END: dict[str, Any] = {"kind": "send", "commands": [{"type": "EndTurn"}]}


def test_an_order_waits_then_sends_its_command_once(ctx: Context) -> None:
    made = new_game(ctx)
    version = put_aside(ctx, made)
    give(ctx, made, 0, **ROLL)
    assert ctx.store.head(made.id) == version

    sweep_once(ctx)
    assert ctx.store.head(made.id) == version
    [delay] = let_orders_run(ctx, made)

    assert LEAST_DELAY_MS <= delay <= LONGEST_DELAY_MS + 1_000
    assert types(ctx, made, version) == ["Rolled"]
    game = fresh(ctx).games.load(made.id)
    assert game.line.newest_act(0, game.version) == version + 1
    book = orders(ctx, made, 0)
    assert (ends(book), book.ended[0].version, book.orders) == ([("send", "done", "")], version + 1, [])


def test_orders_wait_for_their_turn_and_go_on_as_long_as_they_stand(ctx: Context) -> None:
    made = new_game(ctx)
    put_aside(ctx, made)
    for seat in (0, 1):
        give(ctx, made, seat, **ROLL, again=True)
        give(ctx, made, seat, **END, again=True)
    let_orders_run(ctx, made, 400)

    game = fresh(ctx).games.load(made.id)
    assert game.table.finished
    for seat in (0, 1):
        book = orders(ctx, made, seat)
        assert (book.orders, {reason for _, _, reason in ends(book)}) == ([], {"finished"})


def test_setting_and_ending_orders_has_a_counter_of_its_own(ctx: Context) -> None:
    made = new_game(ctx)
    put_aside(ctx, made)
    first = give(ctx, made, 0, **ROLL)
    with refusal("stale_version"):
        give(ctx, made, 0, expected="0.none", **ROLL)
    second = give(ctx, made, 0, expected=first.tag, **END)
    assert first.tag != second.tag
    left = take_back(ctx, made, 0, second.orders[0].id)
    assert [one.id for one in left.orders] == [second.orders[1].id]
    assert ends(left) == [("send", "taken_back", "")]
    with refusal("not_found"):
        take_back(ctx, made, 0, second.orders[0].id)
    assert take_back(ctx, made, 0).orders == []
    assert let_orders_run(ctx, made) == []


def test_a_seat_has_at_most_twenty_orders(ctx: Context) -> None:
    made = new_game(ctx)
    put_aside(ctx, made)
    for _ in range(MOST_ORDERS):
        give(ctx, made, 1, **ROLL)
    with refusal("refused", "orders.most"):
        give(ctx, made, 1, **ROLL)
    assert len(orders(ctx, made, 1).orders) == MOST_ORDERS


def test_an_undo_makes_orders_void(ctx: Context) -> None:
    made = new_game(ctx, undo="free")
    version = put_aside(ctx, made)
    give(ctx, made, 1, **ROLL)
    submit(ctx, made.id, 0, [Roll()])
    tip = ctx.games.load(made.id).tip
    move_head(ctx, made.id, version, tip.version, 0, tip.chain)
    assert orders(ctx, made, 1).orders == []
    let_orders_run(ctx, made)
    assert ends(orders(ctx, made, 1)) == [("send", "void", "undone")]


def test_an_order_brings_back_nobody(ctx: Context) -> None:
    made = timed(ctx)
    put_aside(ctx, made)
    give(ctx, made, 0, **ROLL)
    change_seat(ctx, caller(ctx, made, 0), 0, SeatChange(agent="uniform"))
    assert let_orders_run(ctx, made) == []
    assert ctx.games.load(made.id).table.seats[0].left == "lent"
    change_seat(ctx, caller(ctx, made, 0), 0, SeatChange(back=True))
    assert len(let_orders_run(ctx, made)) == 1


def test_the_orders_of_an_overdue_seat_rest(ctx: Context) -> None:
    made = timed(ctx)
    put_aside(ctx, made)
    wait(ctx, 61)
    give(ctx, made, 0, **ROLL)
    carry_out_orders(ctx, made.id)
    wait(ctx, 40)
    carry_out_orders(ctx, made.id)
    assert [one.carried for one in orders(ctx, made, 0).orders] == [0]


def test_a_new_token_of_the_same_holder_keeps_the_orders(ctx: Context) -> None:
    made = new_game(ctx)
    put_aside(ctx, made)
    taken = holders.renew_token(ctx, made.id, made.seats[0]["token"], 0)
    made.seats[0]["token"] = taken.token
    book = give(ctx, made, 0, **ROLL)
    made.seats[0]["token"] = holders.renew_token(ctx, made.id, taken.token, 0).token
    assert orders(ctx, made, 0).orders == book.orders
    assert len(let_orders_run(ctx, made)) == 1


def test_whoever_takes_a_seat_finds_no_orders_of_another(ctx: Context) -> None:
    made = new_game(ctx)
    put_aside(ctx, made)
    give(ctx, made, 0, **ROLL)
    made.seats[0]["token"] = holders.renew_token(ctx, made.id, made.seats[0]["token"], 0).token
    assert (orders(ctx, made, 0).orders, let_orders_run(ctx, made)) == ([], [])


def test_a_list_that_changes_meanwhile_is_read_again(ctx: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    made = new_game(ctx)
    version = put_aside(ctx, made)
    give(ctx, made, 0, **ROLL)
    wait(ctx, 31)
    append = type(ctx.store)._append

    def change_first(self: Any, *args: Any) -> int:
        monkeypatch.setattr(type(ctx.store), "_append", append)
        take_back(ctx, made, 0)
        result: int = append(self, *args)
        return result

    monkeypatch.setattr(type(ctx.store), "_append", change_first)
    carry_out_orders(ctx, made.id)
    assert ctx.store.head(made.id) == version
    assert let_orders_run(ctx, made) == []


def test_two_sweeps_carry_out_an_order_once(ctx: Context) -> None:
    made = new_game(ctx)
    version = put_aside(ctx, made)
    give(ctx, made, 0, **ROLL)
    wait(ctx, 31)
    for other in (fresh(ctx), fresh(ctx)):
        carry_out_orders(other, made.id)
    assert ctx.store.head(made.id) == version + 1


def test_delays_are_uniform_and_depend_on_nothing_but_the_place() -> None:
    drawn = [delay_ms(b"s" * 32, "game", seat, version) for seat in range(4) for version in range(500)]
    assert drawn[:3] == [delay_ms(b"s" * 32, "game", 0, version) for version in range(3)]
    assert LEAST_DELAY_MS <= min(drawn) < LEAST_DELAY_MS + 500
    assert LONGEST_DELAY_MS - 500 < max(drawn) < LONGEST_DELAY_MS
    middle = sorted(drawn)[len(drawn) // 2]
    assert abs(middle - (LEAST_DELAY_MS + LONGEST_DELAY_MS) // 2) < 1_500


def test_a_rename_neither_hastens_nor_delays_an_order(ctx: Context) -> None:
    made = new_game(ctx)
    version = put_aside(ctx, made)
    give(ctx, made, 0, **ROLL)
    sweep_once(ctx)
    due = due_ms(ctx, made)
    for name in ("Ana", "Bea", "Eva"):
        wait(ctx, 1)
        change_seat(ctx, caller(ctx, made, 1), 1, SeatChange(name=name))
        sweep_once(ctx)
        assert due_ms(ctx, made) == due
    assert ctx.store.head(made.id) == version + 3


def test_a_seat_that_waits_for_nothing_has_no_deadline(ctx: Context) -> None:
    made = new_game(ctx)
    put_aside(ctx, made)
    give(ctx, made, 1, **ROLL)
    wait(ctx, 31)
    sweep_once(ctx)
    assert due_ms(ctx, made) == 0


def test_a_game_without_orders_has_no_deadline_and_no_fact(ctx: Context) -> None:
    made = new_game(ctx)
    put_aside(ctx, made)
    submit(ctx, made.id, 0, [Roll()])
    sweep_once(ctx)
    assert due_ms(ctx, made) == 0
    assert not [name for name in ctx.store.facts(made.id) if name.startswith("orders")]
