"""Tests that dry runs report certain outcomes and chances, and use neither hidden information nor the seed."""

from typing import Any

import pytest

from domain.catan import CATAN
from domain.catan.chapters.development.messages import PlayKnight
from domain.catan.chapters.robber.messages import MoveRobber, Steal
from domain.catan.terms import ORE, WOOL
from domain.core.packing import PositionSet
from domain.dice import DICE
from service.game.context import Context, compose
from service.game.games import Game
from service.game.ids import new_id
from service.handlers.accept import write
from service.handlers.commands import submit
from service.handlers.dry_runs import dry_run
from service.handlers.new_seats import NewSeat
from service.handlers.openings import NewGame, create_game, open_table
from service.handlers.plans import Plan
from service.table.events import TableOptions
from tests.domain.catan.table import Table as Positioned
from tests.domain.catan.table import node, tile
from tests.service.tables import new_game, put_aside
from tests.toy import EndTurn, PutAside, Roll, ShowCard, Step


def tried(ctx: Context, game: str, seat: int, *commands: Any) -> dict[str, Any]:
    """Make a dry run on the newest version."""
    return dry_run(ctx.games.load(game), seat, commands)


def test_a_roll_is_spread_evenly_and_changes_nothing(ctx: Context) -> None:
    made = new_game(ctx)
    put_aside(ctx, made)

    told = tried(ctx, made.id, 0, Roll())

    assert (told["legal"], told["certain"], told["exact"]) == (True, [], True)
    assert [way["outcome"] for way in told["chance"]] == [
        [{"type": "Rolled", "seat": 0, "pips": pips}] for pips in range(1, 7)
    ]
    assert [way["probability"] for way in told["chance"]] == pytest.approx([1 / 6] * 6)
    assert not ctx.games.load(made.id).position.rolled
    assert ctx.store.head(made.id) == 3


def test_what_is_certain_stands_alone(ctx: Context) -> None:
    made = new_game(ctx)
    put_aside(ctx, made)
    submit(ctx, made.id, 0, [Roll()])

    told = tried(ctx, made.id, 0, Step(), Step(), EndTurn())

    assert [event["type"] for event in told["certain"]] == ["Stepped", "Stepped", "TurnEnded"]
    assert (told["chance"], told["exact"]) == ([], True)


def test_a_batch_is_certain_up_to_its_draw(ctx: Context) -> None:
    made = new_game(ctx)
    put_aside(ctx, made)
    submit(ctx, made.id, 0, [Roll()])

    told = tried(ctx, made.id, 0, Step(), ShowCard())

    card = ctx.games.load(made.id).position.cards[0]
    assert told["certain"] == [
        {"type": "Stepped", "seat": 0},
        {"type": "CardShown", "seat": 0, "card": card},
    ]


def test_a_refusal_names_its_rule_and_its_index(ctx: Context) -> None:
    made = new_game(ctx)
    put_aside(ctx, made)

    early = tried(ctx, made.id, 1, Roll())
    batch = tried(ctx, made.id, 0, Roll(), EndTurn())

    assert (early["legal"], early["problem"].rule, early["certain"]) == (False, "toy.own_turn", [])
    assert (batch["problem"].rule, batch["problem"].members) == ("batch.reveal_not_last", {"index": 0})


def test_a_game_that_is_not_running_refuses(ctx: Context) -> None:
    made = new_game(ctx, "human", "open")

    told = tried(ctx, made.id, 0, PutAside((1, 0, 0)))

    assert (told["legal"], told["problem"].rule) == (False, "game.not_started")


def test_what_a_win_would_show_is_not_foretold(ctx: Context) -> None:
    made = new_game(ctx, options={"target": 1})
    put_aside(ctx, made)

    told = tried(ctx, made.id, 0, Roll())

    assert not told["exact"]
    shown = {tuple(event["cards"]) for way in told["chance"] for event in way["outcome"] if "cards" in event}
    assert len(shown) > 1
    assert sum(way["probability"] for way in told["chance"]) == pytest.approx(1)


def test_dice_of_catan_are_exact_and_a_theft_is_not(ctx: Context) -> None:
    games = compose(ctx.settings, ctx.store, {CATAN.name: CATAN, DICE.name: DICE}, ctx.jobs, ctx.clock)
    made = create_game(games, NewGame("catan", [NewSeat("human")] * 3, map="beginner", seed="dry"))
    game = games.games.load(made.id)
    seat = game.awaiting()[0].seat

    told = dry_run(game, seat, [CATAN.commands.decode({"type": "RollDice"})])

    assert told["exact"]
    assert len(told["chance"]) == 36
    assert sum(way["probability"] for way in told["chance"]) == pytest.approx(1)


def before_a_theft(ctx: Context, stolen: int) -> Game:
    """Return a game in which seat 1 stole one of seat 2's cards, two wool and an ore; seat 0 is about to steal too."""
    first, then = tile("(0,2)"), tile("(0,1)")
    board = Positioned().settlement(2, node("(0,2)N")).hand(2, wool=2, ore=1).cards(0, knight=1).cards(1, knight=1)
    board.turn(1).when(1, PlayKnight()).when(1, MoveRobber(first)).when(1, Steal(2), stolen)
    board.turn(0).when(0, PlayKnight()).when(0, MoveRobber(then))
    opening = PositionSet("0" * 18, 1, CATAN.pack(board.state))
    table, seats = TableOptions("free", private=False), [NewSeat("human")] * 4
    plan = Plan(CATAN, board.state.setting.config, seats, table, b"a", unfair=True, position_set=opening)
    games = compose(ctx.settings, ctx.store, {CATAN.name: CATAN}, ctx.jobs, ctx.clock)
    return games.games.load(write(games, open_table(games, new_id(None), plan)).id)


def test_a_theft_is_spread_over_all_hands_that_the_victim_may_hold(ctx: Context) -> None:
    wool, ore = (dry_run(before_a_theft(ctx, stolen), 0, [Steal(2)]) for stolen in (WOOL, ORE))

    assert wool == ore
    assert (wool["legal"], wool["exact"]) == (True, False)
    found = {way["outcome"][0]["resource"]: way["probability"] for way in wool["chance"]}
    assert found.keys() == {"wool", "ore"}
    assert sum(found.values()) == pytest.approx(1)
    assert found["wool"] > found["ore"]


def test_a_throw_of_many_dice_is_followed_whole(ctx: Context) -> None:
    games = compose(ctx.settings, ctx.store, {DICE.name: DICE}, ctx.jobs, ctx.clock)
    made = create_game(games, NewGame("catan-dice", [NewSeat("human")], seed="dry"))

    told = dry_run(games.games.load(made.id), 0, [DICE.commands.decode({"type": "DiceRollDice"})])

    assert (len(told["chance"]), told["exact"]) == (462, True)
