"""Spectators lag behind: views, events, votes, records; seats do not."""

from service.commands import submit
from service.context import Context
from service.delays import visible
from service.ending import resign
from service.queries import events_page, view
from service.replaying import replay
from tests.service.tables import Clock, caller, new_game, put_aside, refusal
from tests.toy import Roll


def test_a_spectator_lags_by_seconds(ctx: Context) -> None:
    made = new_game(ctx, spectator_delay={"seconds": 60})
    put_aside(ctx, made)
    assert isinstance(ctx.clock, Clock)
    ctx.clock.ms += 50_000
    submit(ctx, made.id, 0, [Roll()])
    who, owner, seat = caller(ctx, made), caller(ctx, made, owner=True), caller(ctx, made, 0)

    assert [visible(ctx, one).version for one in (who, owner, seat)] == [1, 1, 4]
    ctx.clock.ms += 20_000
    assert view(ctx, who)["version"] == 3
    assert max(event["version"] for event in events_page(ctx, who)["events"]) == 3
    assert replay(ctx, made.id, who, {}, lambda fraction: None)["versions"] == 3
    with refusal("not_found"):
        view(ctx, who, 4)
    with refusal("cursor_ahead", version=3):
        events_page(ctx, who, after=4)
    ctx.clock.ms += 60_000
    assert view(ctx, who)["version"] == 4


def test_a_spectator_lags_by_versions_until_the_end(ctx: Context) -> None:
    made = new_game(ctx, spectator_delay={"versions": 2})
    put_aside(ctx, made)
    who = caller(ctx, made)

    assert view(ctx, who)["version"] == 1
    submit(ctx, made.id, 0, [Roll()])
    assert view(ctx, who)["version"] == 2
    resign(ctx, caller(ctx, made, 0))
    assert view(ctx, who)["status"] == "finished"
