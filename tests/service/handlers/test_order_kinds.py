"""Tests what each kind of standing order does in a game of Catan, and what makes it void."""

from typing import Any

import pytest

from domain.catan import CATAN
from domain.catan.chapters.trading.messages import AcceptOffer, OfferTrade, WithdrawOffer
from domain.catan.chapters.turn import EndTurn
from service.game.context import Context, compose
from service.game.order_choices import MOST_ANSWERS
from service.game.results import Created
from service.handlers.commands import submit
from service.handlers.new_seats import NewSeat
from service.handlers.openings import NewGame, create_game
from service.schemas.new_games import read_given
from tests.service.handlers.ordering import ends, give, let_orders_run, orders, sweep_once
from tests.service.http import trading
from tests.service.tables import fresh
from tests.service.time_passing import types, wait

BRICK, LUMBER, WOOL, GRAIN, ORE = range(5)


@pytest.fixture
def catan(ctx: Context) -> Context:
    """Return a context that offers Catan."""
    return compose(ctx.settings, ctx.store, {CATAN.name: CATAN}, ctx.jobs, ctx.clock)


def trade(ctx: Context, *given: dict[str, Any], hands: Any = None, turn: int = 0) -> Created:
    """Return a game in which seat 0 trades and everybody holds three of every card, or what `hands` says."""
    gains = {"type": "ResourcesProduced", "gains": hands or [trading.HELD] * 3}
    happened = given or (gains, {"type": "TurnStarted", "seat": turn, "turn": 1}, trading.TURN[2])
    wish = {name: value for name, value in trading.CATAN.items() if name not in ("ruleset", "seats")}
    seats = [NewSeat("human")] * 3
    return create_game(ctx, NewGame("catan", seats, sandbox=True, given=read_given(CATAN, list(happened)), **wish))


def cards(**counts: int) -> tuple[int, ...]:
    """Return counts of cards by kind."""
    return tuple(counts.get(name, 0) for name in ("brick", "lumber", "wool", "grain", "ore"))


def after(ctx: Context, made: Created, version: int) -> list[tuple[str, Any]]:
    """Return the types of the events since a version, with the seats."""
    return [kind for kind in types(ctx, made, version) if not kind.startswith("AgendaSet")]


ORELESS: dict[str, Any] = {"kind": "answer", "accept": False, "give_any": ["ore"]}
THREE: dict[str, Any] = {"kind": "answer", "accept": True, "at_least": 3}


def test_offers_are_declined_and_accepted_by_rule(catan: Context) -> None:
    made = trade(catan)
    give(catan, made, 1, **ORELESS)
    give(catan, made, 1, **THREE)
    for take, wool in (({"ore": 1}, 1), ({"grain": 1}, 1), ({"grain": 1}, 3)):
        version = submit(catan, made.id, 0, [OfferTrade(cards(wool=wool), cards(**take), 0b010)]).version
        let_orders_run(catan, made)
        expected = {("ore", 1): ["OfferDeclined"], ("grain", 1): [], ("grain", 3): ["OfferAccepted"]}
        assert after(catan, made, version) == expected[next(iter(take)), wool]
    assert [one.carried for one in orders(catan, made, 1).orders] == [1, 1]


def test_an_offer_of_several_things_is_declined_only_if_all_are_refused(catan: Context) -> None:
    made = trade(catan)
    give(catan, made, 1, **ORELESS)
    give(catan, made, 1, kind="answer", accept=True, give_any=["wool"])
    offer = OfferTrade(cards(brick=1), cards(ore=1), 0b010, (cards(grain=1), cards(wool=1)))
    version = submit(catan, made.id, 0, [offer]).version
    let_orders_run(catan, made)
    assert after(catan, made, version) == ["OfferAccepted"]
    [accepted] = fresh(catan).games.load(made.id).position.offers
    assert accepted.agreed(1) == cards(wool=1)


def test_what_cannot_be_given_is_not_accepted(catan: Context) -> None:
    made = trade(catan, hands=[trading.HELD, {"wool": 1}, trading.HELD])
    give(catan, made, 1, kind="answer", accept=True)
    lacked = fresh(catan).games.load(made.id).position.hand(1).index(0)
    wanted = tuple(int(kind == lacked) for kind in range(5))
    offered = cards(wool=1) if lacked != WOOL else cards(ore=1)
    version = submit(catan, made.id, 0, [OfferTrade(offered, wanted, 0b010)]).version
    let_orders_run(catan, made)
    assert after(catan, made, version) == []


def test_a_counter_offer_is_answered_as_an_offer(catan: Context) -> None:
    made = trade(catan)
    give(catan, made, 0, kind="answer", accept=True, makers=[1], get_any=["ore"], give_none=["grain"])
    before = fresh(catan).games.load(made.id).position.hand(1)[ORE]
    submit(catan, made.id, 0, [OfferTrade(cards(brick=1), cards(ore=1))])
    for seat in (2, 1):
        version = submit(catan, made.id, seat, [OfferTrade(cards(ore=1), cards(wool=2), 1, (), 1)]).version
        let_orders_run(catan, made)
    assert after(catan, made, version)[:1] == ["TradeMade"]
    assert fresh(catan).games.load(made.id).position.hand(1)[ORE] == before - 1


def test_an_offer_that_has_ended_by_itself_is_not_answered(catan: Context) -> None:
    made = trade(catan)
    give(catan, made, 1, **ORELESS)
    version = submit(catan, made.id, 0, [OfferTrade(cards(brick=1), cards(ore=1), expires_after_s=5)]).version
    wait(catan, 5)
    let_orders_run(catan, made)
    assert after(catan, made, version) == ["OfferExpired"]


def test_a_seat_gets_three_automatic_answers_in_a_turn(catan: Context) -> None:
    made = trade(catan)
    give(catan, made, 1, **ORELESS)
    answered = []
    for number in range(1, MOST_ANSWERS + 3):
        version = submit(catan, made.id, 0, [OfferTrade(cards(brick=1), cards(ore=1), 0b010)]).version
        let_orders_run(catan, made)
        answered += after(catan, made, version)
        submit(catan, made.id, 0, [WithdrawOffer(number)])
    assert answered == ["OfferDeclined"] * MOST_ANSWERS
    assert [one.carried for one in orders(catan, made, 1).orders] == [MOST_ANSWERS]


SEVEN = (
    {"type": "ResourcesProduced", "gains": [{"brick": 1}, {"wool": 6, "ore": 2, "grain": 1}, {"ore": 1}]},
    {"type": "TurnStarted", "seat": 0, "turn": 1},
    {
        "type": "AgendaSet",
        "frames": [
            {"frame": "trade", "seats": [0]},
            {"frame": "move_robber", "seats": [0]},
            {"frame": "discard", "seats": [1]},
        ],
    },
)


def test_cards_are_discarded_by_preference_and_the_robber_answered(catan: Context) -> None:
    made = trade(catan, *SEVEN)
    before = fresh(catan).games.load(made.id).position.hand(1)
    give(catan, made, 1, kind="cards", command="Discard", first=["grain", "wool"])
    robber = [{"type": "MoveRobber", "tile": tile} for tile in (3, 4, 5)]
    give(catan, made, 0, kind="send", frame="move_robber", commands=robber)
    let_orders_run(catan, made)

    game = fresh(catan).games.load(made.id)
    lost = [had - has for had, has in zip(before, game.position.hand(1), strict=True)]
    grain = before[GRAIN]
    assert lost == [0, 0, sum(before) // 2 - grain, grain, 0]
    assert ends(orders(catan, made, 0)) == [("send", "done", "")]


def test_an_order_whose_command_is_not_legal_is_void(catan: Context) -> None:
    made = trade(catan, *SEVEN)
    give(catan, made, 1, kind="cards", command="Discard", first=[])
    here = fresh(catan).games.load(made.id).position.robber
    give(catan, made, 0, kind="send", frame="move_robber", commands=[{"type": "MoveRobber", "tile": here}])
    version = catan.store.head(made.id)
    let_orders_run(catan, made)
    assert ends(orders(catan, made, 0)) == [("send", "void", "not_legal")]
    assert catan.store.head(made.id) == version + 1


def step(kind: str, **more: Any) -> dict[str, Any]:
    """Return a step of a sequence; members of the command stand in `of`."""
    return {"command": {"type": kind, **more.pop("of", {})}, **more}


def test_a_sequence_plays_a_turn(catan: Context) -> None:
    made = trade(catan)
    steps = [
        step("BuyDevelopmentCard"),
        step("BuildCity", of={"node": 0}, or_skip=True),
        step("MaritimeTrade", of={"give": {"brick": 4}, "take": "ore"}, if_listed=["PlayMonopoly"]),
        step("EndTurn", if_not_listed=["BuildRoad"]),
        step("EndTurn"),
    ]
    give(catan, made, 0, kind="sequence", steps=steps)
    version = catan.store.head(made.id)
    let_orders_run(catan, made)
    assert after(catan, made, version)[0] == "DevelopmentCardBought"
    assert fresh(catan).games.load(made.id).position.active == 1
    book = orders(catan, made, 0)
    assert (book.orders, ends(book)) == ([], [("sequence", "done", "")])


def test_a_sequence_waits_for_its_turn_and_is_void_with_it(catan: Context) -> None:
    made = trade(catan)
    give(catan, made, 1, kind="sequence", steps=[step("RollDice"), step("EndTurn")])
    assert let_orders_run(catan, made) == []
    submit(catan, made.id, 0, [EndTurn()])
    wait(catan, 31)
    sweep_once(catan)
    assert [one.order["step"] for one in orders(catan, made, 1).orders] == [1]
    game = fresh(catan).games.load(made.id)
    while game.position.active == 1:
        seat = CATAN.next_seat(game.position)
        actions = CATAN.actions(game.position, seat)
        submit(catan, made.id, seat, [actions.tamest or (actions.commands or [actions.templates[0].example])[0]])
        game = fresh(catan).games.load(made.id)
    let_orders_run(catan, made)
    assert ends(orders(catan, made, 1)) == [("sequence", "void", "turn_over")]


def test_a_step_that_is_refused_makes_a_sequence_void(catan: Context) -> None:
    made = trade(catan, hands=[{}, {}, {}])
    give(catan, made, 0, kind="sequence", steps=[step("BuyDevelopmentCard"), step("EndTurn")])
    let_orders_run(catan, made)
    assert ends(orders(catan, made, 0)) == [("sequence", "void", "not_legal")]


def test_passing_waits_while_something_can_be_built(catan: Context) -> None:
    made = trade(catan)
    give(catan, made, 0, kind="pass", unless=["BuildRoad", "BuyDevelopmentCard"])
    assert let_orders_run(catan, made) == []
    poor = trade(catan, hands=[{"wool": 1}, {}, {}])
    give(catan, poor, 0, kind="pass", unless=["BuildRoad", "BuyDevelopmentCard"])
    version = catan.store.head(poor.id)
    let_orders_run(catan, poor)
    assert after(catan, poor, version)[0] == "TurnStarted"


def test_an_answer_by_hand_comes_first_and_leaves_nothing_to_do(catan: Context) -> None:
    made = trade(catan)
    give(catan, made, 1, **ORELESS)
    submit(catan, made.id, 0, [OfferTrade(cards(brick=1), cards(ore=1), 0b010)])
    version = submit(catan, made.id, 1, [AcceptOffer(1)]).version
    let_orders_run(catan, made)
    assert after(catan, made, version) == []
