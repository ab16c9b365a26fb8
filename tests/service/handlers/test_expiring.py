"""Tests that offers end at their time: by the sweep, by the next command, before an agent thinks, and in proofs."""

from typing import Any

import pytest

from domain.catan import CATAN
from domain.catan.chapters.trading.messages import AcceptOffer, OfferTrade
from domain.catan.chapters.turn import EndTurn
from domain.catan.terms import KINDS
from eventstore.keys import SHARDS
from service.game.context import Context, compose
from service.game.deadlines import ENDS_DEADLINE
from service.game.results import Created, Queued
from service.handlers.branches import NewBranch, branch
from service.handlers.commands import CommandBatch, submit
from service.handlers.passed_deadlines import fall_due
from service.handlers.pauses import ask_pause, end_pause
from service.handlers.resignation import resign
from service.handlers.undo_requests import move_head, request_undo
from service.handlers.votes import abandon, cast_vote
from service.process.wall_clock import read_moment, write_time
from tests.service.recorded import imported, record_of
from tests.service.tables import caller, fresh, refusal
from tests.service.time_passing import types, wait
from tests.service.trading import trading

FAR_MS = 10**12


@pytest.fixture
def catan(ctx: Context) -> Context:
    """Return a context that offers Catan."""
    return compose(ctx.settings, ctx.store, {CATAN.name: CATAN}, ctx.jobs, ctx.clock)


def offer(ctx: Context, made: Created, seat: int, seconds: int = 60, give: int | None = None) -> int:
    """Offer a card that the seat holds for one that it lacks most; return the version."""
    hand = ctx.games.load(made.id).position.hand(seat)
    most, least = hand.index(max(hand)) if give is None else give, hand.index(min(hand))
    sides = [tuple(int(kind == one) for kind in range(KINDS)) for one in (most, least)]
    return submit(ctx, made.id, seat, [OfferTrade(*sides, expires_after_s=seconds)]).version


def due(ctx: Context, game: str) -> int | None:
    """Return when the next offer of a game ends, as the sweep is told."""
    found = [one for shard in range(SHARDS) for one in ctx.store.due(shard, ctx.clock() + FAR_MS, 1000)]
    return next((one.due_ms for one in found if (one.game, one.name) == (game, ENDS_DEADLINE)), None)


def offers(ctx: Context, made: Created) -> list[int]:
    """Return the numbers of the open offers, as a fresh process reads them."""
    return [offer.id for offer in fresh(ctx).games.load(made.id).position.offers]


@pytest.mark.rule("catan.trade.domestic.expires")
def test_the_sweep_ends_an_offer_at_its_time(catan: Context) -> None:
    made, seat = trading(catan)
    version = offer(catan, made, seat)
    at = due(catan, made.id)
    assert at is not None
    assert at == catan.games.load(made.id).time_of(version) + 60_000

    wait(catan, 55)
    fall_due(catan, made.id, ENDS_DEADLINE)
    assert (offers(catan, made), due(catan, made.id)) == ([1], at)
    wait(catan, 6)
    fall_due(catan, made.id, ENDS_DEADLINE)
    fall_due(catan, made.id, ENDS_DEADLINE)

    assert types(catan, made, version) == ["OfferExpired"]
    assert (offers(catan, made), due(catan, made.id)) == ([], None)


@pytest.mark.rule("catan.trade.domestic.expires")
def test_a_command_that_comes_first_ends_it_right_before(catan: Context) -> None:
    made, seat = trading(catan)
    version = offer(catan, made, seat)
    wait(catan, 61)
    done = submit(catan, made.id, seat, [EndTurn()], expected=version)
    assert (done.version, done.first_version) == (version + 2, version + 1)
    assert next((one["version"], one["type"]) for one in done.events) == (version + 1, "OfferExpired")
    assert types(catan, made, version)[:2] == ["OfferExpired", "TurnStarted"]
    assert fresh(catan).games.load(made.id).line.newest_act(seat, version + 1) == version


@pytest.mark.rule("catan.trade.domestic.expires")
def test_a_late_yes_is_none_and_writes_nothing(catan: Context) -> None:
    made, seat = trading(catan)
    version = offer(catan, made, seat)
    wait(catan, 61)
    with refusal("refused", "catan.trade.domestic.open_offer"):
        submit(catan, made.id, (seat + 1) % 3, [AcceptOffer(1)])
    assert catan.store.head(made.id) == version


@pytest.mark.rule("catan.trade.domestic.expires")
def test_agents_do_not_think_about_an_offer_whose_time_is_over(catan: Context) -> None:
    made, seat = trading(catan)
    version = offer(catan, made, seat)
    batch = CommandBatch(catan, catan.games.load(made.id))
    batch.expire()
    assert batch.count == 0
    wait(catan, 61)
    batch.expire()
    assert (batch.count, batch.game.position.offers) == (1, ())
    batch.append()
    assert types(catan, made, version) == ["OfferExpired"]


@pytest.mark.rule("catan.trade.domestic.expires")
def test_its_end_keeps_nobody_from_an_undo_of_their_own(catan: Context) -> None:
    made, seat = trading(catan)
    version = offer(catan, made, seat)
    wait(catan, 61)
    fall_due(catan, made.id, ENDS_DEADLINE)
    assert isinstance(request_undo(catan, caller(catan, made, seat), version - 1), Queued)
    move_head(catan, made.id, version - 1, version + 1, seat)
    assert offers(catan, made) == []

    offer(catan, made, seat)
    assert offers(catan, made) == [2]


@pytest.mark.rule("catan.trade.domestic.expires")
def test_an_offer_that_comes_back_after_its_time_ends_again(catan: Context) -> None:
    made, seat = trading(catan)
    version = offer(catan, made, seat)
    submit(catan, made.id, seat, [OfferTrade(*sides(catan, made, seat))])
    wait(catan, 61)
    fall_due(catan, made.id, ENDS_DEADLINE)
    assert offers(catan, made) == [2]
    move_head(catan, made.id, version, version + 2, seat)
    assert offers(catan, made) == [1]
    assert due(catan, made.id) is not None
    fall_due(catan, made.id, ENDS_DEADLINE)
    assert offers(catan, made) == []


def sides(ctx: Context, made: Created, seat: int) -> list[tuple[int, ...]]:
    """Return a card that the seat holds, and one that it lacks most."""
    hand = ctx.games.load(made.id).position.hand(seat)
    return [tuple(int(kind == one) for kind in range(KINDS)) for one in (hand.index(max(hand)), hand.index(min(hand)))]


@pytest.mark.rule("catan.trade.domestic.expires")
def test_nothing_ends_in_a_pause_and_it_makes_nothing_longer(catan: Context) -> None:
    made, seat = trading(catan)
    offer(catan, made, seat)
    vote = ask_pause(catan, caller(catan, made, 0), catan.clock() + 3_600_000).vote
    for other in vote["waiting"]:
        cast_vote(catan, caller(catan, made, other), vote["id"], yes=True)
    wait(catan, 600)
    fall_due(catan, made.id, ENDS_DEADLINE)
    assert offers(catan, made) == [1]
    end_pause(catan, caller(catan, made, 0))
    assert due(catan, made.id) is not None
    fall_due(catan, made.id, ENDS_DEADLINE)
    assert offers(catan, made) == []


@pytest.mark.rule("catan.trade.domestic.expires")
def test_an_open_vote_goes_on(catan: Context) -> None:
    made, seat = trading(catan)
    offer(catan, made, seat)
    abandon(catan, caller(catan, made, seat))
    wait(catan, 61)
    fall_due(catan, made.id, ENDS_DEADLINE)
    assert types(catan, made)[-1] == "OfferExpired"
    assert catan.games.load(made.id).table.vote is not None


@pytest.mark.rule("catan.trade.domestic.expires")
def test_in_a_branch_offers_stand_without_a_time(catan: Context) -> None:
    made, seat = trading(catan, analyses="all", sandbox=True)
    version = offer(catan, made, seat)
    wait(catan, 61)
    copied = branch(catan, caller(catan, made, seat), NewBranch(version))
    assert offers(catan, copied) == [1]
    assert due(catan, copied.id) is None


@pytest.mark.rule("catan.trade.domestic.expires")
@pytest.mark.parametrize("clock", [None, {"seconds": 600, "on_timeout": "default"}])
@pytest.mark.parametrize("by_sweep", [True, False])
def test_a_record_proves_when_an_offer_ended(catan: Context, clock: Any, by_sweep: bool) -> None:
    made, seat = trading(catan, clock=clock, hot_seat=True)
    offer(catan, made, seat)
    wait(catan, 61)
    if by_sweep:
        fall_due(catan, made.id, ENDS_DEADLINE)
    submit(catan, made.id, seat, [EndTurn()])
    for one in range(3):
        if not catan.games.load(made.id).table.finished:
            resign(catan, caller(catan, made, one))
    record = record_of(catan, made.id)
    assert imported(catan, record).id

    ending = next(one for one in record["versions"] if one["events"][-1]["type"] == "OfferExpired")
    assert ending["seat"] is None
    ending["time"] = write_time(read_moment(ending["time"]) - 30_000)
    with refusal("refused", "record.unproven"):
        imported(catan, record)
