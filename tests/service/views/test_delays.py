"""Tests that spectators see views, events, votes and records late, and that seats do not."""

from service.clients.api_keys import NewKey, make_key
from service.clients.ownership import Maker, Party
from service.game.context import Context
from service.game.cursors import Cursor
from service.handlers.commands import submit
from service.handlers.new_seats import NewSeat
from service.handlers.openings import NewGame, create_game
from service.handlers.resignation import resign
from service.handlers.seat_changes import SeatChange, change_seat
from service.handlers.seating import delete_game
from service.records.replay import replay
from service.views.events_pages import events_page
from service.views.games_pages import games_page
from service.views.lobby import Wish
from service.views.spectator_delay import visible
from tests.service.following import follow_feeds
from tests.service.looking import view
from tests.service.tables import Clock, caller, first_chip, fresh, new_game, put_aside, refusal
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
        events_page(ctx, who, after=Cursor(4))
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


ROW = {
    "id",
    "ruleset",
    "status",
    "version",
    "created",
    "started",
    "expires",
    "map",
    "modules",
    "options",
    "undo",
    "unfair",
    "seats",
}


def rows(ctx: Context, **wanted: str) -> list[tuple[str, int]]:
    """Return the status and version of every game in the lobby, after the sweep has followed the feeds."""
    follow_feeds(ctx)
    return [(row["status"], row["version"]) for row in games_page(ctx, Wish(**wanted))["games"]]


def test_the_lobby_lags_by_seconds_with_its_spectators(ctx: Context) -> None:
    made = new_game(ctx, spectator_delay={"seconds": 60})
    put_aside(ctx, made)
    assert rows(ctx) == [("running", 1)]
    assert isinstance(ctx.clock, Clock)
    ctx.clock.ms += 50_000
    resign(ctx, caller(ctx, made, 0))

    ctx.clock.ms += 20_000
    assert rows(ctx) == rows(fresh(ctx)) == [("running", 3)]
    assert rows(ctx, status="finished") == []
    assert set(games_page(ctx)["games"][0]) == ROW
    assert "left" not in games_page(ctx)["games"][0]["seats"][0]
    ctx.clock.ms += 60_000
    assert rows(ctx) == rows(ctx, status="finished") == [("finished", 4)]


def test_the_lobby_lags_by_versions_until_the_end(ctx: Context) -> None:
    made = new_game(ctx, spectator_delay={"versions": 2})
    put_aside(ctx, made)
    assert rows(ctx) == [("running", 1)]

    resign(ctx, caller(ctx, made, 0))

    assert rows(ctx) == [("finished", 4)]


def test_whoever_sits_there_sees_in_the_lobby_what_the_seat_sees(ctx: Context) -> None:
    made = new_game(ctx, spectator_delay={"seconds": 60})
    put_aside(ctx, made)

    [mine] = games_page(ctx, party=Party(caller=caller(ctx, made, 1)))["games"]

    assert mine["version"] == 3


def test_whoever_made_a_game_without_a_seat_lags_behind_too(ctx: Context) -> None:
    key, _ = make_key(ctx, None, NewKey())
    wish = NewGame("toy", [NewSeat("ai"), NewSeat("human")], spectator_delay={"versions": 5})
    made = create_game(ctx, wish, maker=Maker("share", key.id))
    submit(ctx, made.id, 1, [first_chip(ctx.games.load(made.id), 1)])
    submit(ctx, made.id, 0, [first_chip(ctx.games.load(made.id), 0)])

    [sitting] = games_page(ctx, party=Party(key=key))["games"]
    change_seat(ctx, caller(ctx, made, owner=True), 1, SeatChange(reissue=True))
    [watching] = games_page(ctx, party=Party(key=key))["games"]

    assert (sitting["version"], watching["version"]) == (3, 1)


def test_a_game_that_was_removed_while_spectators_lag_leaves_the_lobby(ctx: Context) -> None:
    made = new_game(ctx, "human", "ai", spectator_delay={"seconds": 60})
    assert rows(ctx) == [("running", 1)]

    delete_game(ctx, caller(ctx, made, owner=True))

    assert rows(ctx) == []
