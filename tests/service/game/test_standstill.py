"""Tests how often a seat may act while a game does not go on, and that nothing keeps the game from going on."""

from collections.abc import Iterator
from itertools import count

import pytest

from domain.catan import CATAN
from domain.catan.chapters.trading.messages import AcceptOffer, DeclineOffer, OfferTrade, WithdrawOffer
from domain.catan.chapters.turn import EndTurn as EndTrade
from domain.catan.terms import KINDS, ONE
from service.game import standstill
from service.game.context import Context, compose
from service.game.results import Created, Queued
from service.handlers.administration import rename_seat
from service.handlers.commands import CommandBatch, submit
from service.handlers.holders import renew_token
from service.handlers.resignation import resign
from service.handlers.seat_changes import SeatChange, change_seat
from service.handlers.undo_requests import move_head, request_undo
from tests.service.recorded import imported, record_of
from tests.service.tables import caller, new_game, put_aside, refusal
from tests.service.trading import trading
from tests.toy import EndTurn, Roll, Step, Wave

MOST, TOO_OFTEN = 5, "seat.too_often"


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let seats act only a few times."""
    monkeypatch.setattr(standstill, "MOST_ACTS", MOST)


@pytest.fixture
def made(ctx: Context) -> Created:
    """Return a game in which seat 0 is to roll."""
    made = new_game(ctx, "human", "human", undo="free")
    put_aside(ctx, made)
    return made


@pytest.fixture
def catan(ctx: Context) -> Context:
    """Return a context that offers Catan."""
    return compose(ctx.settings, ctx.store, {CATAN.name: CATAN}, ctx.jobs, ctx.clock)


def haggling(catan: Context) -> tuple[Created, int, int, OfferTrade]:
    """Return a game in which a seat trades, the seat, another one, and an offer of the first that the other can pay."""
    made, seat = trading(catan)
    state = catan.games.load(made.id).position
    give = next(kind for kind in range(KINDS) if state.hand(seat)[kind])
    other, take = next(
        (other, kind)
        for other in range(3)
        for kind in range(KINDS)
        if other != seat and kind != give and state.hand(other)[kind]
    )
    return made, seat, other, OfferTrade(ONE[give], ONE[take])


def test_a_seat_acts_so_often_until_the_game_goes_on(ctx: Context, made: Created) -> None:
    submit(ctx, made.id, 0, [Wave(2)] * 3)
    submit(ctx, made.id, 0, [Wave(2)] * 2)
    with refusal("refused", TOO_OFTEN):
        submit(ctx, made.id, 0, [Wave(2)])
    submit(ctx, made.id, 0, [Roll()])
    submit(ctx, made.id, 0, [Step(), *[Wave(2)] * (MOST - 1)])
    for command in (Step(), Wave(2)):
        with refusal("refused", TOO_OFTEN):
            submit(ctx, made.id, 0, [command])
    submit(ctx, made.id, 0, [EndTurn()])
    submit(ctx, made.id, 1, [Wave(1)] * MOST)
    with refusal("refused", TOO_OFTEN):
        submit(ctx, made.id, 1, [Wave(1)])


def test_a_batch_counts_as_its_commands(ctx: Context, made: Created) -> None:
    with refusal("refused", TOO_OFTEN):
        submit(ctx, made.id, 0, [Wave(2)] * (MOST + 1))
    submit(ctx, made.id, 0, [*[Wave(2)] * (MOST + 1), Roll()])
    submit(ctx, made.id, 0, [*[Wave(2)] * (MOST + 1), EndTurn()])


def test_a_part_of_what_several_seats_must_do_is_always_allowed(ctx: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(standstill, "MOST_ACTS", 0)
    made = new_game(ctx, "human", "human", "human")
    put_aside(ctx, made)
    submit(ctx, made.id, 0, [Roll()])
    with refusal("refused", TOO_OFTEN):
        submit(ctx, made.id, 0, [Step()])


def test_offers_answers_and_withdrawals_count(catan: Context) -> None:
    made, seat, other, offer = haggling(catan)

    def repeat() -> Iterator[tuple[int, object]]:
        for number in count(1):
            yield seat, offer
            yield other, DeclineOffer(number)
            yield seat, WithdrawOffer(number)

    sent = {seat: 0, other: 0}
    with refusal("refused", TOO_OFTEN):
        for who, command in repeat():
            submit(catan, made.id, who, [command])
            sent[who] += 1
    assert sent == {seat: MOST, other: 3}
    submit(catan, made.id, seat, [EndTrade()])


def test_one_offer_is_not_answered_for_ever(catan: Context) -> None:
    made, seat, other, offer = haggling(catan)
    submit(catan, made.id, seat, [offer])
    for time in range(MOST):
        submit(catan, made.id, other, [DeclineOffer(1) if time % 2 else AcceptOffer(1)])
    with refusal("refused", TOO_OFTEN):
        submit(catan, made.id, other, [DeclineOffer(1)])
    submit(catan, made.id, seat, [WithdrawOffer(1)])


def test_an_undo_begins_anew(ctx: Context, made: Created) -> None:
    version = submit(ctx, made.id, 0, [Wave(2)] * MOST).version
    move_head(ctx, made.id, version - 1, version, 0)
    submit(ctx, made.id, 0, [Wave(2)] * MOST)
    with refusal("refused", TOO_OFTEN):
        submit(ctx, made.id, 0, [Wave(2)])


def test_agents_are_not_limited(ctx: Context, made: Created) -> None:
    batch = CommandBatch(ctx, ctx.games.load(made.id))
    for _ in range(2 * MOST):
        batch.play(0, Wave(2))
    batch.append()


def test_a_seat_is_changed_so_often_until_the_game_goes_on(ctx: Context, made: Created) -> None:
    who, other = caller(ctx, made, 0), caller(ctx, made, 1)
    for name in "abc":
        change_seat(ctx, who, 0, SeatChange(name=name))
    change_seat(ctx, who, 0, SeatChange(agent="uniform"))
    change_seat(ctx, who, 0, SeatChange(back=True))
    change_seat(ctx, who, 0, SeatChange(agent="uniform"))
    for change in (SeatChange(name="d"), SeatChange(agent="uniform")):
        with refusal("refused", TOO_OFTEN):
            change_seat(ctx, who, 0, change)
    with refusal("refused", TOO_OFTEN):
        renew_token(ctx, made.id, made.seats[0]["token"], 0)
    change_seat(ctx, who, 0, SeatChange(back=True))
    change_seat(ctx, other, 1, SeatChange(name="e"))
    rename_seat(ctx, made.id, 0, "")

    submit(ctx, made.id, 0, [Roll()])
    change_seat(ctx, who, 0, SeatChange(name="d"))


def test_before_the_start_seats_change_freely(ctx: Context) -> None:
    made = new_game(ctx, "human", "open")
    for name in "abcdefg":
        change_seat(ctx, caller(ctx, made, 0), 0, SeatChange(name=name))


def test_after_the_end_tokens_are_not_renewed_for_ever(ctx: Context, made: Created) -> None:
    resign(ctx, caller(ctx, made, 1))
    token = made.seats[0]["token"]
    for _ in range(MOST):
        token = renew_token(ctx, made.id, token, 0).token
    with refusal("refused", TOO_OFTEN):
        renew_token(ctx, made.id, token, 0)


def test_names_of_others_need_no_vote_to_undo(ctx: Context, made: Created) -> None:
    submit(ctx, made.id, 0, [Wave(2)])
    change_seat(ctx, caller(ctx, made, 1), 1, SeatChange(name="a"))
    assert isinstance(request_undo(ctx, caller(ctx, made, 0)), Queued)


def test_what_was_played_without_the_limit_is_read_and_imported(
    ctx: Context, made: Created, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(standstill, "MOST_ACTS", 100)
    submit(ctx, made.id, 0, [Wave(2)] * 20)
    for name in "abcdefghij":
        change_seat(ctx, caller(ctx, made, 1), 1, SeatChange(name=name))
    resign(ctx, caller(ctx, made, 1))
    record = record_of(ctx, made.id)
    monkeypatch.setattr(standstill, "MOST_ACTS", MOST)
    assert imported(ctx, record).version == ctx.games.load(made.id).version


def test_an_owner_hands_a_seat_over_so_often_and_its_agent_plays_on(ctx: Context, made: Created) -> None:
    owner = caller(ctx, made, owner=True)
    for _ in range(MOST):
        change_seat(ctx, owner, 0, SeatChange(agent="uniform"))
    for change in (SeatChange(agent="uniform"), SeatChange(open=True)):
        with refusal("refused", TOO_OFTEN):
            change_seat(ctx, owner, 0, change)
    batch = CommandBatch(ctx, ctx.games.load(made.id))
    batch.play(0, Roll())
    batch.append()
    change_seat(ctx, owner, 0, SeatChange(open=True))
