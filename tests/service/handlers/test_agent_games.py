"""Tests how many games run at once in which only agents play, of each client and in all."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import asdict, replace
from functools import partial
from typing import Any

import pytest

from eventstore.keys import SHARDS
from eventstore.rows import Row
from service.clients.api_keys import ADMIN_ID
from service.clients.ownership import Maker
from service.game.context import Context, compose
from service.game.results import Created
from service.handlers.arenas import host_game
from service.handlers.branches import NewBranch, branch
from service.handlers.commands import submit
from service.handlers.new_seats import NewSeat
from service.handlers.openings import NewGame, create_game
from service.handlers.rematches import rematch
from service.handlers.resignation import resign
from service.handlers.seat_changes import SeatChange, change_seat
from service.handlers.seating import remove
from service.views.client_games import AGENTS, CLIENT_GAMES, Counts, counts
from service.views.lobby_projection import Lobby
from tests.service.following import follow_feeds
from tests.service.handlers.lateness import AGENT, DAY_MS
from tests.service.recorded import pass_time
from tests.service.tables import caller, fresh, put_aside, refusal
from tests.toy import TOY
from workers.sweeping.projection_rows import PASS_MS, Counting

HERE, THERE = Maker("address-here"), Maker("address-there")
ALONE = ("ai", "ai")


@pytest.fixture
def limited(ctx: Context) -> Context:
    """Return a context in which each client may have two games of agents at a time, and all together three."""
    settings = replace(ctx.settings, ai_games_per_client=2, ai_games=3)
    return compose(settings, ctx.store, ctx.rulesets, ctx.jobs, ctx.clock)


def make(ctx: Context, maker: Maker = HERE, kinds: tuple[str, ...] = ALONE, **wish: Any) -> Created:
    return create_game(ctx, NewGame("toy", [NewSeat(kind) for kind in kinds], **{"seed": "a", **wish}), None, maker)


def at_limit() -> AbstractContextManager[None]:
    return refusal("refused", "agents.games_of_client", limit=2)


def fill(ctx: Context, maker: Maker = HERE) -> list[Created]:
    return [make(ctx, maker), make(ctx, maker, private=True)]


def test_a_client_has_a_limited_number_of_games_of_agents(limited: Context) -> None:
    fill(limited)
    head = sum(len(games) for games in limited.store.all_games())

    with at_limit():
        make(limited)

    assert sum(len(games) for games in limited.store.all_games()) == head
    make(limited, kinds=("human", "ai"))
    make(limited, kinds=("open", "ai"))
    make(limited, THERE)


def test_there_is_a_limit_in_all(limited: Context) -> None:
    fill(limited)
    make(limited, THERE)

    with refusal("refused", "agents.games_in_all", limit=3):
        make(limited, THERE)


def test_keys_of_visitors_count_to_their_address(limited: Context) -> None:
    make(limited, Maker("address-here/key-1"))
    make(limited, Maker("address-here/key-2"))

    with at_limit():
        make(limited, Maker("address-here/key-3"))
    with at_limit():
        make(limited)
    assert counts(limited, "address-here") == Counts(2, 2, 2)


def test_the_administrator_has_no_limit_and_takes_no_room(limited: Context) -> None:
    for _ in range(4):
        make(limited, Maker(ADMIN_ID, ADMIN_ID))

    assert counts(limited, ADMIN_ID) == Counts(4, 4, 0)


@pytest.mark.parametrize("restarts", [False, True])
def test_an_end_and_a_removal_free_a_place(limited: Context, restarts: bool) -> None:
    first, second = fill(limited)
    ctx = fresh(limited) if restarts else limited
    play_to_the_end(ctx, first)
    make(ctx)
    with at_limit():
        make(ctx)
    remove(ctx, second.id)
    make(ctx)
    with at_limit():
        make(ctx)


def play_to_the_end(ctx: Context, made: Created) -> None:
    while owing := ctx.games.load(made.id).awaiting():
        actions = TOY.actions(ctx.games.load(made.id).position, owing[0].seat)
        command = next(iter(actions.commands), None) or actions.templates[0].example
        submit(ctx, made.id, owing[0].seat, [command])


def by_owner(ctx: Context, kind: str) -> Callable[[], object]:
    made = make(ctx, kinds=("ai", kind))
    return lambda: change_seat(ctx, caller(ctx, made, owner=True), 1, AGENT)


def lent(ctx: Context) -> Callable[[], object]:
    made = make(ctx, kinds=("ai", "human"))
    return lambda: change_seat(ctx, caller(ctx, made, 1), 1, AGENT)


def stood_in(ctx: Context) -> Callable[[], object]:
    made = make(ctx, kinds=("human", "human"))
    put_aside(ctx, made)
    pass_time(ctx, DAY_MS)
    change_seat(ctx, caller(ctx, made, 1), 1, AGENT)
    return lambda: change_seat(ctx, caller(ctx, made, owner=True), 0, AGENT)


def branched(ctx: Context) -> Callable[[], object]:
    made = make(ctx, THERE, ("human", "ai"))
    seats = [NewSeat("ai"), NewSeat("ai")]
    return lambda: branch(ctx, caller(ctx, made, 0), NewBranch(1, seats), maker=HERE)


def again(ctx: Context) -> Callable[[], object]:
    made = make(ctx, THERE, kinds=ALONE)
    play_to_the_end(ctx, made)
    return lambda: rematch(ctx, caller(ctx, made, owner=True), None, HERE)


WAYS: dict[str, Callable[[Context], Callable[[], object]]] = {
    "the owner gives the last seat to an agent": partial(by_owner, kind="open"),
    "the owner gives an own seat to an agent": partial(by_owner, kind="human"),
    "the last person lends a seat": lent,
    "somebody is stood in for": stood_in,
    "a branch": branched,
    "a rematch": again,
}


@pytest.mark.parametrize("way", WAYS)
def test_whatever_lets_agents_alone_play_is_refused_at_the_limit(limited: Context, way: str) -> None:
    act = WAYS[way](limited)
    first, _ = fill(limited)

    with at_limit():
        act()

    remove(limited, first.id)
    act()
    with at_limit():
        make(limited)


def test_a_hosted_game_whose_bots_are_gone_ends_without_a_place(limited: Context) -> None:
    fill(limited)
    bot = asdict(NewSeat("bot", webhook="hook-" + "0" * 18))
    plan = {
        "ruleset": "toy",
        "agents": ["", ""],
        "seed": "a",
        "config": asdict(TOY.configure(2, None, (), {})),
        "entrants": [bot, bot],
        "deadline_s": 60,
        "maker": {"share": HERE.share, "key": None},
        "secret": "s" * 32,
    }

    made, gone = host_game(limited, plan, 0)

    assert (made.status, gone) == ("running", [0, 1])


def test_nobody_is_kept_from_resigning(limited: Context) -> None:
    made = make(limited, kinds=("human", "human", "ai"))
    change_seat(limited, caller(limited, made, 0), 0, AGENT)
    fill(limited)

    resign(limited, caller(limited, made, 1))

    assert counts(limited, "address-here").of_agents == 3
    change_seat(limited, caller(limited, made, 0), 0, SeatChange(back=True))
    assert counts(limited, "address-here") == Counts(3, 2, 2)


def test_the_sweep_keeps_the_rows_of_all_unfinished_games(limited: Context) -> None:
    lobby = Lobby(fresh(limited))
    made = [make(limited, kinds=kinds) for kinds in (("human", "ai"), ("open", "ai"), ALONE)]
    private = make(limited, kinds=("human", "human"), private=True)
    follow_feeds(lobby.ctx, lobby)
    assert counts(limited, "address-here") == Counts(4, 1, 1)

    play_to_the_end(limited, made[2])
    resign(limited, caller(limited, made[0], 0))
    remove(limited, made[1].id)
    follow_feeds(lobby.ctx, lobby)
    assert counts(limited, "address-here") == Counts(1, 0, 0)
    assert [games for games in limited.store.rows.games(CLIENT_GAMES) if games] == [[private.id]]


def test_the_sweep_counts_again_what_rows_miss_and_what_is_over(limited: Context) -> None:
    made = [make(limited) for _ in range(2)]
    over = make(limited, THERE)
    stale = limited.store.rows.list_rows(CLIENT_GAMES, AGENTS, 1)[0]
    play_to_the_end(limited, over)
    limited.store.rows.clear(CLIENT_GAMES)
    limited.store.rows.put(CLIENT_GAMES, [Row(over.id, 1, {AGENTS: stale.place}, b"")])

    counting = Counting(limited)
    for _ in range(SHARDS + 1):
        counting.step()

    assert counts(limited, "address-here") == Counts(2, 2, 2)
    limited.store.rows.drop(CLIENT_GAMES, [one.id for one in made])
    counting.step()
    pass_time(limited, PASS_MS)
    for _ in range(SHARDS + 2):
        counting.step()
    assert counts(limited, "address-here") == Counts(2, 2, 2)
