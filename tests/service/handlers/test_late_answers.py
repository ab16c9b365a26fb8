"""Tests that an answer on its way never answers another question, whatever others undo, redo or branch meanwhile.

The decisions stand in docs/rulings.md, under what an undo may put in the place of a question.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import pytest

from domain.catan.chapters.building.messages import BuildRoad
from domain.catan.chapters.development.messages import PlayKnight
from domain.catan.chapters.production import RollDice
from domain.catan.chapters.robber.messages import Discard, MoveRobber
from domain.catan.chapters.trading.messages import AcceptOffer, OfferTrade
from domain.catan.chapters.turn import EndTurn
from domain.catan.modules.favors.earning import AcceptGift, DeclineGift, OfferGift
from domain.catan.modules.favors.exchange import ExchangeFavor, ReturnFavor
from domain.catan.modules.favors.linking import NameDrawer
from domain.catan.modules.five_six import Pass
from domain.catan.modules.helpers.building import KeepCard, UseCardChoice
from domain.catan.modules.helpers.moving import TakeCard, UseTakeFromLeader
from domain.catan.modules.helpers.rolling import DeclineHelper, UseProtectSeven, UseResourceBalance
from domain.catan.modules.helpers.trading import ReturnCard, UseForcedTrade
from domain.catan.terms import CARD_COST, KNIGHT, ORE, WOOL
from domain.core.messages import HIDDEN
from domain.core.packing import PositionSet
from domain.core.ruleset import Ruleset
from domain.elasund.chapters.pirates import ChooseReward, DrawReward, GiveUpCards, RewardTaken
from domain.elasund.chapters.production import HalveInfluence
from domain.elasund.chapters.ship import MoveShip
from domain.elasund.chapters.ship import RollDice as RollForShip
from eventstore.memory.store import MemoryEventStore
from service.catalog import RULESETS
from service.clients.authentication import Caller
from service.game.context import Context, compose
from service.game.results import Created
from service.game.undo_rights import Right, right_to_move
from service.handlers.accept import Request, accept_new
from service.handlers.branches import NewBranch, branch
from service.handlers.commands import decide, submit
from service.handlers.new_seats import NewSeat
from service.handlers.openings import open_table
from service.handlers.plans import Plan
from service.handlers.undo_requests import move_head
from service.problems import Problem
from service.queue.jobs import Jobs
from service.settings import read_settings
from service.table.events import TableOptions
from service.table.terms import Analyses, HeadMove
from tests.domain.catan.favoring import Favoring
from tests.domain.catan.helping import helping
from tests.domain.catan.table import Table, cards, line, path_edges, upright
from tests.domain.elasund.table import Table as City
from tests.domain.elasund.words import B, R, build, hut, influence
from tests.domain.elasund.words import cards as goods
from tests.service.tables import Clock

MOST_SEEDS = 200
WAY = path_edges(line(2))
Moves = Sequence[tuple[int, Any]]


class Question(NamedTuple):
    """Represents a question of the rules: how it comes up, its answer, and what else the asker could have done."""

    table: Callable[[], Any]
    asked: Moves
    answer: tuple[int, Any]
    others: Sequence[Moves] = ()
    alone: bool = False
    """Says whether somebody else can take the question back alone where the policy of undo is the freest."""
    refused: str = ""
    """Names the rule that refuses the answer where another question stands in its place."""
    draws: bool = False
    """Says whether the answer draws something that it does not name."""


def gift() -> Favoring:
    """Seat 0 trades, and may give wool or ore away."""
    return Favoring().hand(0, wool=1, ore=1)


def before_a_roll() -> Table:
    """Seat 0 is about to roll and has a knight; seat 1, which it can rob, holds nine cards."""
    table = Table(3).hand(1, wool=9).settlement(1, line(2)[2]).cards(0, knight=1)
    return table.phase("roll")


def two_owe() -> Table:
    """Seat 0 may demand wool from seats 1 and 2, which have one each."""
    return helping("forced_trade").hand(0, ore=2).hand(1, wool=1).hand(2, wool=1)


def leading() -> Table:
    """Seat 0 may look at the hand of seat 2."""
    return helping("take_from_leader").settlement(0, line(2)[0]).city(2, line(2)[4]).hand(2, wool=1, ore=1)


def two_wells(edition: str = "english") -> City:
    """Red, with a tower, has rolled a seven; blue, with wells in rows 5 and 6, holds a gold and two red cards."""
    table = City(4, edition, huts=False).walls(R, 107, 106, 105)
    table.building(B, "well", (6, 3), (6, 4)).gold(B, 1).influence(B, red=2)
    return table.roll(7)


def short_of_influence() -> City:
    """Red is about to roll; on a 6 three influence cards are due and two are left. Seat 2 holds two red ones."""
    table = City(3, huts=False).building(R, "inn", (0, 4)).building(B, "inn", (2, 3), (4, 3)).influence(2, red=2)
    return table.supply(deck="red", discards="green").phase("roll")


def over_a_hut() -> City:
    """Red may build an inn over blue's small hut in two ways."""
    return City(4).permit(R, 0, (1, 1), (2, 1), (3, 1)).gold(R, 9)


def linking() -> Favoring:
    """Seat 0 may link its roads with those of seats 1 and 2, and one token is left."""
    table = Favoring().road(0, *WAY[:2]).road(1, WAY[3]).road(2, upright(line(2)[3]))
    return table.hand(0, brick=1, lumber=1).supply(wagon=1)


QUESTIONS = {
    "offer": Question(
        lambda: gift().hand(1, brick=3),
        [(0, OfferTrade(cards(wool=1), cards(brick=1)))],
        (1, AcceptOffer(1)),
        [[(0, OfferTrade(cards(wool=1), cards(brick=3)))]],
        alone=True,
        refused="catan.trade.domestic.open_offer",
    ),
    "gift, taken": Question(
        gift,
        [(0, OfferGift(WOOL, 1))],
        (1, AcceptGift(WOOL, 0)),
        [[(0, OfferGift(ORE, 1))]],
        alone=True,
        refused="favors.gift.named",
    ),
    "gift, declined": Question(
        gift,
        [(0, OfferGift(WOOL, 1))],
        (1, DeclineGift(WOOL, 0)),
        [[(0, OfferGift(ORE, 1))]],
        alone=True,
        refused="favors.gift.named",
    ),
    "discard": Question(
        before_a_roll,
        [(0, RollDice())],
        (1, Discard(cards(wool=4))),
        [[(0, PlayKnight()), (0, MoveRobber(0)), (0, RollDice())]],
        alone=True,
    ),
    "balance": Question(
        lambda: helping("two_to_one", "resource_balance").phase("roll"),
        [(0, RollDice())],
        (1, UseResourceBalance(ORE)),
        alone=True,
    ),
    "no balance": Question(
        lambda: helping("two_to_one", "resource_balance").phase("roll"),
        [(0, RollDice())],
        (1, DeclineHelper()),
        alone=True,
    ),
    "protection": Question(
        lambda: helping("two_to_one", "protect_seven").phase("roll"), [(0, RollDice())], (1, UseProtectSeven(ORE))
    ),
    "first of two returns": Question(two_owe, [(0, UseForcedTrade(WOOL, 0b110))], (0, ReturnCard(ORE))),
    "second of two returns": Question(
        two_owe, [(0, UseForcedTrade(WOOL, 0b110)), (0, ReturnCard(ORE))], (0, ReturnCard(ORE))
    ),
    "card of a leader": Question(leading, [(0, UseTakeFromLeader(2))], (0, TakeCard(ORE))),
    "favor back": Question(lambda: Favoring().tokens(0, book=1), [(0, ExchangeFavor())], (0, ReturnFavor(3))),
    "development card": Question(
        lambda: helping("card_choice").hand(0, wool=1, grain=1, ore=1),
        [(0, UseCardChoice(CARD_COST))],
        (0, KeepCard(KNIGHT)),
    ),
    "who draws first": Question(linking, [(0, BuildRoad(WAY[2]))], (0, NameDrawer(1))),
    "special building": Question(
        lambda: Table(5, "variable").road(0, 0).hand(0, brick=1, lumber=1),
        [(0, EndTurn())],
        (1, Pass()),
        [[(0, BuildRoad(1)), (0, EndTurn())]],
        alone=True,
    ),
    "paired turn": Question(
        lambda: Table(5, "variable", paired_turns=True).road(0, 0).hand(0, brick=1, lumber=1),
        [(0, EndTurn())],
        (3, Pass()),
        [[(0, BuildRoad(1)), (0, EndTurn())]],
        alone=True,
    ),
    "cards for the pirate": Question(
        two_wells, [(R, MoveShip(5))], (B, GiveUpCards(goods(red=1))), [[(R, MoveShip(6))]], alone=True
    ),
    "reward, blind": Question(
        two_wells,
        [(R, MoveShip(5)), (B, GiveUpCards(goods(gold=1)))],
        (R, DrawReward(1)),
        [[(B, GiveUpCards(goods(red=1)))]],
        alone=True,
        draws=True,
    ),
    "reward, chosen": Question(
        lambda: two_wells("german"),
        [(R, MoveShip(5)), (B, GiveUpCards(goods(gold=1)))],
        (R, ChooseReward(goods(gold=1))),
        [[(B, GiveUpCards(goods(red=1)))]],
        alone=True,
        refused="elasund.pirate.reward_cap",
    ),
    "half of the influence": Question(
        short_of_influence, [(R, RollForShip())], (2, HalveInfluence(influence(red=1))), alone=True
    ),
    "hut": Question(over_a_hut, [(R, build("inn", 1, 1))], (B, hut("small_hut", 7, 7)), [[(R, build("inn", 2, 1))]]),
}


@pytest.fixture
def ctx() -> Context:
    """Return a context with the games of the project, over a store in memory."""
    return compose(read_settings({}), MemoryEventStore(), RULESETS, Jobs.at("unix:///nowhere"), Clock())


def begun(ctx: Context, table: Any, seed: int) -> str:
    """Begin a game at the position of a table, in which everything may be undone; return its id."""
    ruleset: Ruleset = RULESETS["elasund" if isinstance(table, City) else "catan"]
    plan = Plan(
        ruleset,
        table.config,
        [NewSeat("human")] * table.config.seats,
        TableOptions("free", private=False, analyses=Analyses.ALL.value),
        b"%d" % seed,
        unfair=True,
        position_set=PositionSet("", 1, ruleset.pack(table.state)),
    )
    made: Created = accept_new(ctx, Request(f"g{seed}", Created), open_table, f"g{seed}", plan)
    return made.id


def play(ctx: Context, game: str, moves: Moves) -> None:
    """Let seats give commands."""
    for seat, command in moves:
        submit(ctx, game, seat, [command])


def outcome(ctx: Context, game: str, question: Question) -> Any:
    """Return the first event to which an answer would lead, without what is drawn, or the rule that refuses it."""
    try:
        event = decide(ctx, ctx.games.load(game), question.answer[0], [question.answer[1]])[0].events[0]
    except Problem as problem:
        return problem.rule
    return RewardTaken(event.seat, HIDDEN) if isinstance(event, RewardTaken) and question.draws else event


def asked(ctx: Context, question: Question) -> str:
    """Bring a question up, with the dice that do so, and return the game."""
    for seed in range(MOST_SEEDS):
        game = begun(ctx, question.table(), seed)
        play(ctx, game, question.asked)
        if not isinstance(outcome(ctx, game, question), str):
            return game
    raise AssertionError("the question never comes up")


def takers(ctx: Context, game: str, question: Question) -> Iterator[tuple[int, int]]:
    """Yield who but the answering seat may go back alone, and to which versions."""
    now = ctx.games.load(game)
    for seat in range(len(now.table.seats)):
        for to in range(1, now.version):
            try:
                right = right_to_move(now, HeadMove.UNDO, to, seat)
            except Problem:
                continue
            if right is Right.OWN and seat != question.answer[0]:
                yield seat, to


@pytest.mark.parametrize("name", QUESTIONS)
def test_an_answer_on_its_way_answers_no_other_question(ctx: Context, name: str) -> None:
    question = QUESTIONS[name]
    game = asked(ctx, question)
    meant = outcome(ctx, game, question)
    ways = list(takers(ctx, game, question))
    assert bool(ways) == question.alone, ways
    for seat, to in ways:
        there = ctx.games.load(game).version
        move_head(ctx, game, to, there, seat)
        assert isinstance(outcome(ctx, game, question), str), "nothing is asked"
        move_head(ctx, game, there, there + 1, seat)
        assert outcome(ctx, game, question) == meant
        for other in question.others:
            move_head(ctx, game, to, ctx.games.load(game).version, seat)
            play(ctx, game, other)
            assert outcome(ctx, game, question) == (question.refused or meant)


@pytest.mark.parametrize("name", QUESTIONS)
def test_an_answer_in_a_branch_is_none_in_the_game(ctx: Context, name: str) -> None:
    question = QUESTIONS[name]
    game = asked(ctx, question)
    meant, there = outcome(ctx, game, question), ctx.games.load(game).version
    me = Caller(game, seat=question.answer[0], credential="", holder="0")

    copy = branch(ctx, me, NewBranch(there)).id

    assert outcome(ctx, copy, question) == meant
    play(ctx, copy, [question.answer])
    assert (ctx.games.load(game).version, outcome(ctx, game, question)) == (there, meant)
