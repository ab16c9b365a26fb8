"""Tests the ladder of bots: what counts, how it is rated, and that the games alone give the same figures again."""

import math
from random import Random
from typing import Any

import pytest

from service.clients import fact_names, rated_bots
from service.clients.ownership import Maker
from service.clients.rated_bots import Bot, forget_bots, keep_games, list_games, list_standings
from service.game.context import Context
from service.handlers.arenas import ArenaWish, request_arena
from service.handlers.new_seats import NewSeat
from service.problems import Problem
from service.views.offers import ladder
from workers.agents.catalog import newest, with_version
from workers.agents.standings import ladders
from workers.arenas.rated import BOT, rate_arena, rate_games, rebuild
from workers.rating import Choice, rate_against

KEY = f"key-{'1' * 18}"
OWN = Maker(KEY, KEY)
MINE = Bot(KEY, "catan", "Lucky", "2.1")
AGENTS = [newest(f"graded@{level}") for level in (2, 3, 4)]
PLAN: dict[str, Any] = {
    "rated": MINE._asdict(),
    "entrants": [{"kind": "bot", "agent": None}, *[{"kind": "ai", "agent": agent} for agent in AGENTS]],
}


def played(count: int, wins: float, forfeits: int = 0) -> list[dict[str, Any]]:
    """Return games of an arena in which the bot won a share, moving on by a seat with each."""
    rng, games = Random(5), []
    for number in range(count):
        entrants = [(seat + number) % 4 for seat in range(4)]
        winner = 0 if rng.random() < wins else rng.randint(1, 3)
        game: dict[str, Any] = {"entrants": entrants, "points": [5] * 4, "commands": 300}
        game["shares"] = [float(entrant == winner) for entrant in entrants]
        if number < forfeits:
            game |= {"forfeited": [entrants.index(0)], "shares": [0.0] * 4}
        games.append(game)
    return games


def test_a_bot_is_rated_on_the_scale_of_the_agents() -> None:
    known = {"a": 1.0, "b": 10 ** (100 / 400)}
    rng, true = Random(3), 10 ** (200 / 400)
    clusters = []
    for _ in range(600):
        weights = [true, known["a"], known["b"], known["b"]]
        first = rng.choices(["me", "a", "b", "b"], weights)[0]
        clusters.append([Choice(first, ("a", "b", "b", "me"))])
    rating = rate_against(clusters, "me", known)
    assert rating.low < 200 < rating.high
    assert rating.high - rating.low < 100
    same = rate_against([*clusters, [Choice("a", ("a", "b"))], [Choice("me", ("me", "stranger"))]], "me", known)
    assert same == rating, "what others did among themselves, or against unknown ones, says nothing"


@pytest.mark.parametrize("won", [True, False])
def test_one_that_always_won_or_lost_stays_finite(won: bool) -> None:
    rating = rate_against([[Choice("me" if won else "a", ("a", "me"))]] * 60, "me", {"a": 1.0})
    assert (300 < abs(rating.elo) < 2000) == (won == (rating.elo > 0))
    assert math.isfinite(rating.low)
    assert math.isfinite(rating.high)


def test_games_of_one_board_count_once_for_the_interval() -> None:
    known = {"a": 1.0}
    games = [[Choice("me" if number % 3 else "a", ("a", "me"))] for number in range(100)]
    wide, narrow = rate_against([game * 4 for game in games], "me", known), rate_against(games * 4, "me", known)
    assert wide.high - wide.low > 1.8 * (narrow.high - narrow.low)


def test_the_ladder_follows_from_the_games_and_no_arena_counts_twice(ctx: Context) -> None:
    rate_arena(ctx, PLAN, "arena-1", played(40, 0.5))
    (first,) = list_standings(ctx)
    assert (first["name"], first["version"], first["games"], first["forfeits"]) == ("Lucky", "2.1", 40, 0)
    assert first["low"] < first["rating"] < first["high"]
    rate_arena(ctx, PLAN, "arena-1", played(40, 0.5))
    assert list_standings(ctx) == [first]
    rate_arena(ctx, PLAN, "arena-2", played(40, 0.0))
    (second,) = list_standings(ctx)
    assert second["rating"] < first["rating"]
    assert second["games"] == 80
    ctx.store.set_facts(rated_bots.LADDER, {f"{fact_names.STANDINGS}{MINE.id}": b'{"rating":9,' + _members()})
    assert rebuild(ctx) == 1
    assert list_standings(ctx) == [second]


def _members() -> bytes:
    import orjson

    return orjson.dumps({"bot": MINE.id, **MINE._asdict()})[1:]


def test_a_forfeit_is_lost_and_says_nothing_of_the_stand_in(ctx: Context) -> None:
    clean, given_up = played(40, 0.5), played(40, 0.5, forfeits=8)
    arenas = []
    for games in (clean, given_up):
        rate_arena(ctx, PLAN, "arena-1", games)
        arenas.append(list_standings(ctx)[0])
    assert arenas[1]["forfeits"] == 8
    assert arenas[1]["rating"] < arenas[0]["rating"]
    helped = [game | {"points": [9, 1, 1, 1]} for game in given_up]
    rate_arena(ctx, PLAN, "arena-1", helped)
    assert list_standings(ctx) == [arenas[1]]


def test_of_too_many_arenas_the_oldest_are_dropped(ctx: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rated_bots, "MOST_ARENAS", 2)
    for number in range(4):
        keep_games(ctx, MINE, f"arena-{number}", [[number]])
    assert list_games(ctx, MINE) == [[[2]], [[3]]]


def test_the_ladder_shows_bots_and_forgets_those_of_a_deleted_key(ctx: Context) -> None:
    assert "bots" not in ladder(ctx)[0]
    rate_arena(ctx, PLAN, "arena-1", played(8, 0.5))
    (shown,) = next(one for one in ladder(ctx) if one["ruleset"] == "catan")["bots"]
    assert shown["bot"] == MINE.id
    assert "key" not in shown
    forget_bots(ctx, [KEY])
    assert list_standings(ctx) == []


def test_a_rating_of_other_agents_than_those_of_the_ladder_is_left_out() -> None:
    games = [[[BOT, "hal", "hal", "hal"], [1.0, 0.0, 0.0, 0.0], []]] * 8
    assert rate_games("catan", [games]).elo == pytest.approx(0, abs=1e-6)


def wish(**changes: Any) -> ArenaWish:
    entrants = [NewSeat("bot", "Lucky"), *[NewSeat("ai", agent=f"graded@{level}") for level in (2, 3, 4)]]
    return ArenaWish(**{"ruleset": "catan", "games": 8, "entrants": entrants, "rated": {"version": "2.1"}} | changes)


def refused(ctx: Context, asked: ArenaWish) -> tuple[str, str]:
    """Return the member for which a rated arena is refused, and the code."""
    with pytest.raises(Problem) as caught:
        request_arena(ctx, asked, "credential", OWN)
    ((member, codes),) = caught.value.members["errors"].items()
    return member, codes[0]


def test_only_a_fair_measurement_is_rated(ctx: Context) -> None:
    assert request_arena(ctx, wish(), "credential", OWN).job["status"] == "queued"
    bot, *agents = wish().entrants
    wild = NewSeat("ai", agent="idle")
    assert refused(ctx, wish(seed="mine")) == ("seed", "rated_seed")
    assert refused(ctx, wish(games=10)) == ("games", "rated_games")
    assert refused(ctx, wish(modules=["favors"])) == ("rated", "no_ladder")
    assert refused(ctx, wish(entrants=[bot, *agents[:2]])) == ("rated", "no_ladder")
    assert refused(ctx, wish(entrants=[bot, NewSeat("bot", "Other"), *agents[:2]])) == ("entrants", "rated_bot")
    assert refused(ctx, wish(entrants=[agents[0], *agents])) == ("entrants", "rated_bot")
    assert refused(ctx, wish(entrants=[bot, wild, *agents[:2]])) == ("entrants.1.agent", "choice")
    assert refused(ctx, wish(entrants=[NewSeat("bot"), *agents])) == ("entrants.0.name", "required")


def test_a_key_and_the_ladder_have_room_for_so_many_bots(ctx: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    rate_arena(ctx, PLAN, "arena-1", played(8, 0.5))
    monkeypatch.setattr(rated_bots, "MOST_OF_KEY", 1)
    request_arena(ctx, wish(), "credential", OWN)
    with pytest.raises(Problem) as caught:
        request_arena(ctx, wish(rated={"version": "3"}), "credential", OWN)
    assert caught.value.status == 403


def test_every_agent_of_the_ladder_can_be_named() -> None:
    (catan,) = [one for one in ladders() if one.ruleset == "catan"]
    assert {with_version(one.name, one.version) for one in catan.standings} >= set(AGENTS)
