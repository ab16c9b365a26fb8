"""Tests ratings: strengths that are found, figures that come out the same again, and what losing on purpose brings."""

import math
from dataclasses import replace
from itertools import count
from random import Random
from typing import Any

import pytest

from service.clients import ratings
from service.clients.api_keys import NewKey, make_key
from service.clients.players import NewPlayer, make_player
from service.clients.ratings import (
    advance,
    all_lists,
    anonymize,
    keep_outcome,
    outcomes,
    rating_of,
    ratings_of,
    rebuild,
    reserve,
)
from service.game.clocks import DAY_MS
from service.game.context import Context, compose
from service.game.rated_outcomes import MOST_OF_PAIR, Outcome, States, fold, speed_of
from service.game.skill import NEW, anchor_at
from service.queue.jobs import Jobs
from service.settings import read_settings
from tests.conftest import StorePair
from tests.service.mortal_store import Killed, Mortal
from tests.toy import TOY
from workers.agents.standings import ladders

KEY = ("toy", "slow")
MINUTE_MS = 60_000


@pytest.fixture
def ctx(stores: StorePair) -> Context:
    settings = read_settings({"LONGROAD_STORE_PROMISES": "may-lose-games"})
    return compose(settings, Mortal(), {TOY.name: TOY}, Jobs.at(stores.rq_url))


def outcome(*order: str, game: str = "g", time: int = 0) -> Outcome:
    """Return the result of a game that ended in this order, the winner first."""
    return Outcome(game, time, *KEY, tuple((who, rank) for rank, who in enumerate(order, 1)))


def spearman(one: list[float], other: list[float]) -> float:
    """Return the correlation of the ranks of two lists without ties."""
    places = [{value: place for place, value in enumerate(sorted(values))} for values in (one, other)]
    squares = sum((places[0][a] - places[1][b]) ** 2 for a, b in zip(one, other, strict=True))
    return 1 - 6 * squares / (len(one) * (len(one) ** 2 - 1))


@pytest.mark.parametrize(("players", "games"), [(400, 100), pytest.param(20_000, 100, marks=pytest.mark.full)])
def test_players_of_known_strength_come_in_their_order(players: int, games: int) -> None:
    rng = Random(35)
    truth = {f"player {number}": rng.gauss(0.0, 1.0) for number in range(players)}
    states: States = {}
    time = 0
    for _ in range(games):
        names = list(truth)
        rng.shuffle(names)
        for at in range(0, len(names), 4):
            table = names[at : at + 4]
            time += 1
            order = sorted(table, key=lambda who: truth[who] - math.log(-math.log(rng.random())), reverse=True)
            fold(states, outcome(*order, time=time * MINUTE_MS))
    found = [states[who, *KEY].skill.mean for who in truth]
    correlation = spearman(list(truth.values()), found)
    print(f"{players} players, {games} games each: Spearman {correlation:.3f}")
    assert correlation >= 0.9


def test_losing_on_purpose_brings_no_more_than_five_games_a_day() -> None:
    states: States = {}
    for number in range(MOST_OF_PAIR):
        fold(states, outcome("ana", "puppet", time=number))
    then = states["ana", *KEY].skill
    for number in range(100):
        fold(states, outcome("ana", "puppet", time=100 + number))
    assert states["ana", *KEY].skill == then
    fold(states, outcome("ana", "puppet", time=DAY_MS + 100))
    again = states["ana", *KEY].skill
    assert again.mean > then.mean
    assert again.points - then.points < then.points - NEW.points, "and each game brings less than the one before"


def test_beating_one_who_always_loses_brings_ever_less() -> None:
    states: States = {}
    gains = []
    for day in range(60):
        before = states[("ana", *KEY)].skill.points if states else NEW.points
        fold(states, outcome("ana", "puppet", time=day * (DAY_MS + 1)))
        gains.append(states["ana", *KEY].skill.points - before)
    assert gains[0] > gains[10] > gains[-1] >= 0
    assert gains[-1] <= 5


def test_agents_keep_their_rating_and_lend_it_weight() -> None:
    states: States = {}
    agent = next(one for one in ladders() if one.ruleset == "catan").standings[0]
    name = f"agent:{agent.name}"
    for number in range(40):
        fold(states, Outcome("g", number, "catan", "slow", (("ana", 1), (name, 2), ("bea", 3))))
    assert set(states) == {("ana", "catan", "slow"), ("bea", "catan", "slow")}
    assert states["ana", "catan", "slow"].skill.points > states["bea", "catan", "slow"].skill.points
    assert anchor_at(agent.rating).points == agent.rating


def test_agent_without_a_measured_strength_counts_as_absent() -> None:
    with_one, without = {}, {}  # type: States, States
    fold(with_one, Outcome("g", 1, *KEY, (("ana", 1), ("agent:nobody", 2), ("bea", 3))))
    fold(without, Outcome("g", 1, *KEY, (("ana", 1), ("bea", 3))))
    assert with_one == without
    assert fold({}, Outcome("g", 1, *KEY, (("ana", 1), ("agent:nobody", 2)))) == []


@pytest.mark.parametrize("lost", [(0,), (2,), (0, 1), (0, 1, 2)])
def test_in_a_game_with_a_stand_in_who_left_has_lost_and_nobody_else_moves(lost: tuple[int, ...]) -> None:
    order = ("ana", "bea", "cyd")
    states: States = {}
    changed = fold(states, replace(outcome(*order), lost=lost))
    assert changed == [(order[place], *KEY) for place in lost]
    for place, who in enumerate(order):
        skill = states[who, *KEY].skill
        assert (skill.points < NEW.points) == (place in lost)
        assert skill == NEW or place in lost


def test_figures_come_out_the_same_again_also_without_the_games(ctx: Context) -> None:
    rng = Random(7)
    key, _ = make_key(ctx, None, NewKey())
    players = [make_player(ctx, key, NewPlayer(f"Player {number}")).id for number in range(8)]
    for number in range(1, 121):
        order = rng.sample(players, 3)
        assert reserve(ctx, "server") == number
        if number % 10:  # every tenth number is left without a result, as by a process that was killed
            assert keep_outcome(ctx, "server", number, outcome(*order, game=f"g{number}", time=number * DAY_MS))
        if number % 3 == 0:
            advance(ctx, "server")
    advance(ctx, "server")
    figures = {who: rating_of(ctx, "server", who, *KEY) for who in players}

    anonymize(ctx, players[0])
    again = rebuild(ctx, "server")

    for who in players[1:]:
        assert again[who, *KEY].skill == figures[who] == rating_of(ctx, "server", who, *KEY)
    [gone] = [who for who, *_ in again if who.startswith("gone-")]
    assert again[gone, *KEY].skill == figures[players[0]]
    assert len(list(outcomes(ctx, "server"))) == 108
    assert not keep_outcome(ctx, "server", 10, outcome(*players[:2])), "a number that was given up stays so"
    owners = [owner for prefix in ("ratings-", "results-", "rated-") for owner in ctx.store.with_facts(prefix)]
    assert len(owners) > 8
    assert players[0] not in repr([(owner, ctx.store.facts(owner)) for owner in owners])
    assert list(all_lists(ctx)) == ["server"]


def test_death_at_any_write_loses_no_result_and_leaves_nothing_of_a_forgotten_player(ctx: Context) -> None:
    store: Any = ctx.store
    key, _ = make_key(ctx, None, NewKey())
    for writes in count():
        of = f"key-{writes}"
        ana, bea = (make_player(ctx, key, NewPlayer(name)) for name in ("Ana", "Bea"))
        store.left, number = writes, 0
        try:
            number = reserve(ctx, of)
            keep_outcome(ctx, of, number, outcome(ana.id, bea.id))
            advance(ctx, of)
            anonymize(ctx, bea.id)
        except Killed:
            died = True
        else:
            died = False
        store.left = None
        assert not store.facts(ratings._home(of)) or of in all_lists(ctx), writes
        if number:
            is_stored = any(outcomes(ctx, of))
            keep_outcome(ctx, of, number, outcome(ana.id, "gone" if is_stored else bea.id))
            advance(ctx, of)
            anonymize(ctx, bea.id)
            assert [one["games"] for one in ratings_of(ctx, ana.id)] == [1], writes
            assert len([name for name in store.facts(ratings._home(of)) if name.startswith("gone-")]) == 1, writes
            figures = rating_of(ctx, of, ana.id, *KEY)
            assert {who: state.skill for (who, *_), state in rebuild(ctx, of).items()}[ana.id] == figures
            assert len([name for name in store.facts(ratings._home(of)) if name.startswith("gone-")]) == 1, writes
        owners = [owner for prefix in ("ratings-", "results-", "rated-") for owner in store.with_facts(prefix)]
        assert bea.id not in repr([(owner, store.facts(owner)) for owner in owners]), writes
        if not died:
            assert writes > 10
            return


def test_results_are_read_across_chunks(ctx: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ratings, "CHUNK", 7)
    for number in range(1, 31):
        reserve(ctx, "server")
        keep_outcome(ctx, "server", number, outcome("ana", "bea", game=f"g{number}", time=number))
    assert [one.game for one in outcomes(ctx, "server")] == [f"g{number}" for number in range(1, 31)]


def test_result_is_kept_once(ctx: Context) -> None:
    number = reserve(ctx, "server")
    for _ in range(3):
        assert keep_outcome(ctx, "server", number, outcome("ana", "bea"))
        advance(ctx, "server")
    assert rating_of(ctx, "server", "ana", *KEY).games == 1


@pytest.mark.parametrize(
    ("clock", "speed"),
    [
        (None, "untimed"),
        ({"kind": "move", "seconds": 60}, "fast"),
        ({"kind": "move", "seconds": 61}, "slow"),
        ({"kind": "bank", "seconds": 1_800, "increment_s": 5}, "fast"),
        ({"kind": "bank", "seconds": 3_600, "increment_s": 5}, "slow"),
        ({"kind": "days", "days": 1}, "correspondence"),
    ],
)
def test_speed_follows_from_the_clock(clock: dict[str, object] | None, speed: str) -> None:
    assert speed_of(clock) == speed
