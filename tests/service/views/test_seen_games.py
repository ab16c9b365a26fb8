"""Tests games that are followed from version to version: each look takes one query, whatever became of the log."""

from unittest.mock import patch

import pytest

from service.game.context import Context
from service.handlers.commands import submit
from service.problems import Problem
from service.views.seen_games import SeenGames
from tests.service.tables import first_chip, fresh, new_game, put_aside
from tests.toy import Wave


def test_a_known_game_is_followed_by_one_query(ctx: Context) -> None:
    made = new_game(ctx)
    follower = fresh(ctx)
    follower.games.follow(made.id)
    put_aside(ctx, made)

    seen = follower.store.glance(made.id, "", 1)
    with (
        patch.object(follower.store, "glance", return_value=seen) as glance,
        patch.object(follower.store, "tip") as tip,
        patch.object(follower.store, "read") as read,
    ):
        followed = follower.games.follow(made.id)

    assert (glance.call_count, tip.call_count, read.call_count) == (1, 0, 0)
    assert followed.tip == ctx.games.load(made.id).tip
    assert followed.table.seats == ctx.games.load(made.id).table.seats


def test_a_page_of_games_is_looked_at_by_one_query(ctx: Context) -> None:
    made = [new_game(ctx) for _ in range(4)]
    follower = fresh(ctx)
    seen = SeenGames(follower)
    known = {one.id: follower.games.follow(one.id).tip for one in made}
    for one in made[:3]:
        put_aside(ctx, one)
    glances = follower.store.glances({game: tip.version for game, tip in known.items()})

    with (
        patch.object(follower.store, "glances", return_value=glances) as look,
        patch.object(follower.store, "glance") as glance,
        patch.object(follower.store, "tip") as tip,
        patch.object(follower.store, "read") as read,
    ):
        seen.look(known)
        loaded = {one.id: seen.load(one.id, 1).tip for one in made}
        events = {one.id: seen.events(one.id, known[one.id]) for one in made[:3]}

    assert (look.call_count, glance.call_count, tip.call_count, read.call_count) == (1, 0, 0, 0)
    assert loaded == {one.id: ctx.games.load(one.id).tip for one in made}
    assert events == {one.id: ctx.store.read(one.id, 1) for one in made[:3]}


def test_what_was_not_looked_at_is_read(ctx: Context) -> None:
    made = new_game(ctx)
    seen = SeenGames(ctx)
    known = ctx.games.load(made.id).tip
    put_aside(ctx, made)

    assert seen.load(made.id, 1).tip == ctx.games.load(made.id).tip
    assert seen.events(made.id, known) == ctx.store.read(made.id, 1)
    seen.look({made.id: ctx.games.load(made.id).tip})
    assert seen.events(made.id, known) == ctx.store.read(made.id, 1)


def test_one_that_is_new_or_far_ahead_is_loaded(ctx: Context) -> None:
    made = new_game(ctx)
    follower = fresh(ctx)
    assert follower.games.follow(made.id).version == 1
    put_aside(ctx, made)
    for _ in range(80):
        submit(ctx, made.id, 0, [Wave(2)])

    assert follower.games.follow(made.id).tip == ctx.games.load(made.id).tip


def test_one_that_is_gone_is_not_found(ctx: Context) -> None:
    made = new_game(ctx)
    submit(ctx, made.id, 0, [first_chip(ctx.games.load(made.id), 0)])
    follower = fresh(ctx)
    follower.games.follow(made.id)
    ctx.store.delete(made.id)

    with pytest.raises(Problem, match="not_found"):
        follower.games.follow(made.id)
