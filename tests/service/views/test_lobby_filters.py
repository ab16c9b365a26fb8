"""Tests what the rows of the lobby say, which games each filter lists, in which order, and how cursors fit in."""

from collections.abc import Iterator
from typing import Any

import orjson
import pytest
from redis import Redis

from eventstore.memory.store import MemoryEventStore
from eventstore.rows import Row
from service.catalog import RULESETS
from service.clients.ownership import Party
from service.game.context import Context, compose
from service.handlers.new_seats import NewSeat
from service.handlers.openings import NewGame, create_game
from service.handlers.rematches import rematch
from service.handlers.resignation import resign
from service.handlers.seating import SeatWish, take_seat
from service.handlers.votes import abandon
from service.process.wall_clock import write_time
from service.queue.jobs import Jobs
from service.settings import read_settings
from service.views.games_pages import MORE, MOST_LOOKED_AT, games_page
from service.views.lobby import EVERY_ROW, Wish, join, list_of, places_of
from service.views.lobby_projection import LOBBY, keep_rows
from tests.service.recorded import pass_time
from tests.service.tables import RULESETS as TOYS
from tests.service.tables import START_MS, Clock, caller, new_game, put_aside, refusal
from workers.sweeping.projection_rows import Renewal

CLOCK = {"seconds": 60, "on_timeout": "default"}


@pytest.fixture
def offered(rq_redis: Redis) -> Context:
    """Return a context of the offered games and the toy."""
    return compose(read_settings({}), MemoryEventStore(), {**RULESETS, **TOYS}, Jobs(rq_redis), Clock())


def game(ctx: Context, ruleset: str, kinds: str, **wish: Any) -> str:
    return create_game(ctx, NewGame(ruleset, [NewSeat(kind) for kind in kinds.split()], seed="a", **wish)).id


def listed(ctx: Context, party: Party | None = None, **wish: Any) -> list[str]:
    return [row["id"] for row in games_page(ctx, Wish(**wish), party=party)["games"]]


def test_a_row_says_how_a_game_is_played_and_how_it_ended(offered: Context) -> None:
    made = game(offered, "catan", "human ai open", map="mallorca", modules=["favors"], undo="consent", clock=CLOCK)

    [row] = games_page(offered)["games"]

    assert {name: row[name] for name in ("id", "map", "modules", "undo", "clock")} == {
        "id": made,
        "map": "mallorca",
        "modules": ["favors", "towns"],
        "undo": "consent",
        "clock": {"kind": "move", **CLOCK},
    }
    assert row["options"] == offered.games.load(made).config.options
    assert not {"started", "ended", "winners", "rematch_of"} & row.keys()


def test_a_row_tells_who_won_once_the_game_is_over(ctx: Context) -> None:
    won, given_up = new_game(ctx), new_game(ctx, "human", "ai")
    put_aside(ctx, won)
    resign(ctx, caller(ctx, won, 0))
    abandon(ctx, caller(ctx, given_up, 0))

    rows = {row["id"]: row for row in games_page(ctx, Wish(status="finished"))["games"]}

    assert rows[won.id]["winners"] == [1]
    assert rows[given_up.id]["winners"] == list(ctx.games.load(given_up.id).result.winners)
    assert all("expires" not in row and row["ended"] > row["started"] for row in rows.values())


def test_each_filter_lists_what_it_names_and_several_hold_together(offered: Context) -> None:
    waiting = game(offered, "catan", "human ai open", map="mallorca", modules=["favors"])
    helped = game(offered, "catan", "human human human", modules=["helpers"])
    agents = game(offered, "catan", "ai ai ai", modules=["favors", "helpers"])
    dice = game(offered, "catan-dice", "human")
    game(offered, "elasund", "open human", private=True)

    assert listed(offered, map="mallorca") == [waiting]
    assert listed(offered, map="variable") == [agents, helped]
    assert listed(offered, module="towns") == [waiting]
    assert listed(offered, module="helpers") == [agents, helped]
    assert listed(offered, agents="only") == [agents]
    assert listed(offered, agents="some") == [waiting]
    assert listed(offered, agents="none") == [dice, helped]
    assert listed(offered, open_seats=True) == [waiting]
    assert listed(offered, ruleset="catan", agents="none") == [helped]
    assert listed(offered, status="running", module="favors", map="variable") == [agents]
    assert listed(offered, map="mallorca", agents="none") == []
    assert listed(offered, module="favors", sort="started") == [agents]


def test_seats_that_are_kept_are_open_to_nobody_else(ctx: Context) -> None:
    made = new_game(ctx)
    put_aside(ctx, made)
    resign(ctx, caller(ctx, made, 0))
    again = rematch(ctx, caller(ctx, made, 1), None)
    waiting = new_game(ctx, "human", "open")

    assert listed(ctx, open_seats=True) == [waiting.id]
    [row] = [row for row in games_page(ctx)["games"] if row["id"] == again.id]
    assert (row["rematch_of"], "open" in [seat["kind"] for seat in row["seats"]]) == (made.id, True)


def test_games_stand_in_the_order_of_the_time_that_is_asked_for(ctx: Context) -> None:
    first, second, third = (new_game(ctx, "human", "open") for _ in range(3))
    for made in (third, first):
        pass_time(ctx, 1_000)
        take_seat(ctx, made.id, None, SeatWish())
    for made in (first, third):
        pass_time(ctx, 1_000)
        resign(ctx, caller(ctx, made, 0))

    orders = {
        "created": [third.id, second.id, first.id],
        "started": [first.id, third.id],
        "ended": [third.id, first.id],
    }
    for sort, order in orders.items():
        assert listed(ctx, sort=sort) == order
        assert listed(ctx, sort=sort, map="table") == order
        one = games_page(ctx, Wish(sort=sort), limit=1)
        assert [row["id"] for row in games_page(ctx, Wish(sort=sort), one["next"])["games"]] == order[1:]


def test_the_games_of_a_party_have_the_same_filters_and_orders(ctx: Context) -> None:
    made = new_game(ctx, "human", "open", private=True)
    take_seat(ctx, made.id, None, SeatWish(invite=made.invite))
    party = Party(caller=caller(ctx, made, 0))

    assert listed(ctx, party) == listed(ctx, party, sort="started", agents="none", map="table") == [made.id]
    assert (
        listed(ctx, party, sort="ended")
        == listed(ctx, party, agents="some")
        == listed(ctx, party, open_seats=True)
        == []
    )
    assert listed(ctx) == []


def test_names_that_nobody_knows_and_cursors_of_another_order_are_refused(offered: Context) -> None:
    for wish in (Wish(ruleset="*"), Wish(map="majorca"), Wish(module="helper"), Wish(ruleset="catan/")):
        with refusal("invalid_body"):
            games_page(offered, wish)
    for _ in range(2):
        game(offered, "catan-dice", "human")
    cursors = {sort: games_page(offered, Wish(sort=sort), limit=1)["next"] for sort in ("created", "started")}
    for sort, other in (("created", "started"), ("started", "created"), ("ended", "started")):
        with refusal("invalid_body"):
            games_page(offered, Wish(sort=sort), cursors[other])


def many(ctx: Context, count: int) -> Iterator[str]:
    """Store rows of invented games, and yield the ids of the few that are on Mallorca with an agent."""
    for n in range(count):
        row = {
            "id": f"{n:05d}",
            "ruleset": "catan",
            "status": "running",
            "version": 2,
            "created": write_time(START_MS + n),
            "started": write_time(START_MS + n),
            "map": "mallorca" if n % 2 or n % 400 == 0 else "new-york",
            "modules": [],
            "seats": [{"seat": 0, "kind": "human" if n % 2 else "ai"}],
        }
        ctx.store.rows.put(LOBBY, [Row(row["id"], 2, places_of(row), orjson.dumps(row))])
        if n % 400 == 0:
            yield row["id"]


def test_a_page_looks_at_so_many_rows_at_most_and_the_next_goes_on_after_them(offered: Context) -> None:
    rare = list(many(offered, 2_000))
    wish, found, pages, cursor = Wish(map="mallorca", agents="only"), [], 0, None
    while pages == 0 or cursor:
        page = games_page(offered, wish, cursor, limit=3)
        found += [row["id"] for row in page["games"]]
        assert len(page["games"]) <= 3
        pages, cursor = pages + 1, page.get("next")

    assert found == rare[::-1]
    assert 1_000 / (MOST_LOOKED_AT + MORE) < pages < 1_000 / MOST_LOOKED_AT + len(rare) + 2


def test_a_cursor_names_the_same_place_under_other_filters(offered: Context) -> None:
    list(many(offered, 100))
    after = games_page(offered, Wish(agents="none"), limit=20)["next"]

    found = [row["id"] for row in games_page(offered, Wish(map="new-york", status="running"), after, limit=2)["games"]]

    assert found == ["00060", "00058"]


def test_rows_of_sandbox_games_are_made_again_too(ctx: Context) -> None:
    made = game(ctx, "toy", "human human", sandbox=True)
    [row] = games_page(ctx, Wish(sandbox=True))["games"]
    [found] = ctx.store.rows.list_rows(LOBBY, EVERY_ROW[1], 9)
    ctx.store.rows.clear(LOBBY)
    ctx.store.rows.put(LOBBY, [Row(made, 1, {EVERY_ROW[1]: found.place}, orjson.dumps({"id": made, "sandbox": True}))])

    renewal = Renewal(ctx)
    while not renewal.is_done:
        renewal.step()

    assert games_page(ctx, Wish(sandbox=True))["games"] == [row]
    assert listed(ctx) == []


def test_rows_of_an_older_version_are_left_out_until_they_are_made_anew(ctx: Context) -> None:
    made = [new_game(ctx).id for _ in range(25)]
    whole = games_page(ctx)["games"]
    places = ctx.store.rows.list_rows(LOBBY, list_of(None, None), 99)
    ctx.store.rows.clear(LOBBY)
    for found in places:
        row = {key: join(found)[key] for key in ("id", "ruleset", "status", "version", "unfair", "seats")}
        kinds = [list_of(status, ruleset) for status in (None, "running") for ruleset in (None, "toy")]
        ctx.store.rows.put(LOBBY, [Row(found.game, 1, dict.fromkeys(kinds, found.place), orjson.dumps(row))])
    assert listed(ctx) == listed(ctx, map="table") == []

    new = new_game(ctx).id
    assert listed(ctx) == [new]
    renewal = Renewal(ctx)
    renewal.step(seconds=0)
    while not renewal.is_done:
        renewal.step()

    assert games_page(ctx)["games"][1:] == whole
    assert listed(ctx, map="table") == listed(ctx, sort="started") == [new, *made[::-1]]
    keep_rows(ctx, made)
    assert games_page(ctx)["games"][1:] == whole
