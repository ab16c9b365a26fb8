"""Tests that a job removes the games of a client for the administrator."""

from typing import Any

import pytest
from redis import Redis

from service.clients.ownership import Maker
from service.game.context import Context
from service.handlers.administration import AT_ONCE, request_removal
from service.handlers.branches import NewBranch, branch
from service.handlers.new_seats import NewSeat
from service.handlers.openings import NewGame, create_game
from service.handlers.resignation import resign
from service.handlers.seating import SeatWish, take_seat
from service.problems import Problem
from service.queue.keys import removal
from service.views.client_games import counts
from service.views.lobby_projection import Lobby
from tests.service.following import follow_feeds
from tests.service.tables import caller
from tests.workers.conftest import work
from workers import jobs

HERE, THERE = Maker("address-" + "1" * 18), Maker("address-" + "2" * 18)
AGENTS, ALONE, TOGETHER, OPEN = ("ai", "ai"), ("human", "ai"), ("human", "human"), ("human", "open")


def made(ctx: Context, kinds: tuple[str, ...], maker: Maker = HERE, **wish: Any) -> Any:
    return create_game(ctx, NewGame("toy", [NewSeat(kind) for kind in kinds], **wish), None, maker)


def removed(ctx: Context, *, people: bool = False) -> Any:
    """Queue a removal, do it in this process, and return what it came to."""
    follow_feeds(ctx, Lobby(ctx))
    job = request_removal(ctx, HERE.client, "admin", None, people=people).job
    work(ctx, "long")
    ended = ctx.jobs.read(job["id"], "admin")
    assert (ended and ended["status"], ended and ended["progress"]) == ("finished", 1.0)
    return ended and ended["result"]


def there(ctx: Context, *games: Any) -> list[bool]:
    return [bool(ctx.store.head(game.id)) for game in games]


def test_games_of_one_client_are_removed(ctx: Context, here: Context) -> None:
    own = [made(ctx, kinds, private=private) for kinds in (AGENTS, ALONE, OPEN) for private in (True, False)]
    finished, other = made(ctx, ALONE), made(ctx, AGENTS, THERE)
    resign(ctx, caller(ctx, finished, 0))

    assert removed(ctx) == {"removed": 6, "kept": 0}

    assert there(ctx, *own) == [False] * 6
    assert there(ctx, finished, other) == [True, True]
    assert (counts(ctx, HERE.client).games, counts(ctx, THERE.client).games) == (0, 1)


def test_games_of_other_people_are_kept_unless_they_are_meant(ctx: Context, here: Context) -> None:
    together, alone, joined = made(ctx, TOGETHER), made(ctx, ALONE), made(ctx, OPEN)
    take_seat(ctx, joined.id, None, SeatWish())

    assert removed(ctx) == {"removed": 1, "kept": 2}
    assert there(ctx, together, alone, joined) == [True, False, True]
    assert removed(ctx, people=True) == {"removed": 2, "kept": 0}
    assert there(ctx, together, joined) == [False, False]


def test_a_branch_is_kept_while_its_own_branches_need_it(ctx: Context, here: Context) -> None:
    parent = made(ctx, TOGETHER, THERE)
    one = branch(ctx, caller(ctx, parent, 0), NewBranch(1), maker=HERE)

    assert removed(ctx, people=True) == {"removed": 0, "kept": 1}

    resign(ctx, caller(ctx, parent, 0))
    assert removed(ctx, people=True) == {"removed": 1, "kept": 0}
    assert there(ctx, one) == [False]


def test_a_removal_goes_on_where_it_was(
    ctx: Context, here: Context, rq_redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "REMOVING_S", 0.0)
    kept = [made(ctx, TOGETHER) for _ in range(3)]
    for _ in range(2 * AT_ONCE):
        made(ctx, AGENTS)
    follow_feeds(ctx, Lobby(ctx))
    job = request_removal(ctx, HERE.client, "admin", None, people=False).job
    work(ctx, "long", 1)

    begun = ctx.jobs.read(job["id"], "admin")
    assert (begun and begun["status"], begun and begun["progress"]) == ("running", round(AT_ONCE / 23, 3))
    assert rq_redis.ttl(removal(job["id"])) > 0
    work(ctx, "long")
    ended = ctx.jobs.read(job["id"], "admin")
    assert (ended and ended["result"]) == {"removed": 20, "kept": 3}
    assert there(ctx, *kept) == [True] * 3


def test_what_is_no_client_has_no_games(ctx: Context) -> None:
    with pytest.raises(Problem, match="not_found"):
        request_removal(ctx, "nobody", "admin", None, people=False)
