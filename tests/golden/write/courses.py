"""Provides the courses of the golden logs: undo, votes, seats, time-outs, branches, rematches, options of that day."""

from collections.abc import Iterator
from typing import Final

from service.game.context import Context
from service.handlers.branches import NewBranch, branch
from service.handlers.new_seats import NewSeat
from service.handlers.rematches import rematch
from service.table.terms import TIMEOUTS
from tests.golden.write.hosting import pass_time
from tests.golden.write.seated import Seated, table

CATAN, DICE, ELASUND = "catan", "catan-dice", "elasund"
FOUR: Final = ("human",) * 4
THREE: Final = ("human",) * 3


def courses(ctx: Context) -> Iterator[Seated]:
    """Yield every game whose log is kept."""
    yield from undone(ctx)
    yield from voted(ctx)
    yield from seated(ctx)
    yield from timed_out(ctx)
    yield from branched(ctx)
    yield from ended(ctx)
    yield from with_options(ctx)


def undone(ctx: Context) -> Iterator[Seated]:
    """Yield games with undo and redo: some lines are left, others are continued."""
    free = table(ctx, "undo-free", CATAN, *FOUR, undo="free", seed="undo")
    free.play(60)
    for seat in (0, 1, 1):
        free.undo(seat)
    free.redo(2)
    free.play(12)
    free.undo(3, to=20)
    free.play(70, agents=40)
    free.undo(0, to=free.game.version - 9)
    free.play(1)
    free.play(30)
    free.undo(2)
    free.undo(3)
    yield free
    careful = table(ctx, "undo-until-reveal", CATAN, "human", "ai", "ai:uniform", "ai", private=True)
    for _ in range(40):
        careful.play(4, agents=50)
        careful.undo(None)
    yield careful
    dice = table(ctx, "undo-of-dice", DICE, "human", "human", undo="free", options={"joker_dice": "one"})
    elasund = table(ctx, "undo-of-elasund", ELASUND, *THREE, undo="free", options={"edition": "german"})
    for other in (dice, elasund):
        for seat in (0, 1, 0, 1):
            other.play(17, agents=50)
            other.undo(seat)
            other.undo(seat)
            other.redo(seat)
        yield other


def voted(ctx: Context) -> Iterator[Seated]:
    """Yield games with votes that pass, are rejected, expire, or come too late; the last vote is open."""
    votes = table(ctx, "votes", CATAN, "human", "human", "bot:heuristic", "ai", undo="consent", seed="votes")
    votes.play(30)
    votes.cast(votes.ask_undo(0), 1, 2)
    votes.cast(votes.ask_redo(1), 0, 2)
    votes.cast(votes.ask_undo(1), 0, accept=False)
    votes.play(6)
    votes.ask_undo(0)
    votes.let_votes_end()
    votes.cast(votes.ask_undo(2), 0)
    votes.play(3)
    votes.ask_to_abandon(0)
    pass_time(ctx, 60_000)
    votes.cast(votes.ask_to_abandon(1), 0)
    votes.resign(0)
    votes.play(5)
    votes.cast(votes.ask_undo(1), 2)
    votes.play(8)
    votes.ask_undo(1)
    yield votes
    alone = table(ctx, "votes-of-an-owner", ELASUND, "human", "bot", "bot:elasund_heuristic", undo="consent")
    alone.play(25)
    alone.cast(alone.ask_undo(None), 1, 2)
    alone.play(4)
    alone.cast(alone.ask_undo(None), 2, accept=False)
    yield alone


def seated(ctx: Context) -> Iterator[Seated]:
    """Yield games whose seats are taken, handed over, opened again, left, played by an agent, and taken back."""
    clock = {"seconds": 60, "on_timeout": "agent"}
    kinds = ("human", "open", "open", "ai:uniform")
    seats = table(ctx, "seats", CATAN, *kinds, private=True, clock=clock, spectator_delay={"seconds": 90})
    seats.sit(1, "Bea", "heads")
    seats.change(2, agent="heuristic")
    seats.change(2, open=True)
    seats.sit(2, "Cleo", "tails")
    seats.play(25)
    seats.run_out()
    seats.play(5)
    for seat in [n for n, place in enumerate(seats.game.table.seats) if place.left == "absent"]:
        seats.come_back(seat)
    seats.play(10)
    seats.change(1, open=True)
    seats.play(3)
    seats.sit(1, "Bo")
    seats.change(1, reissue=True)
    seats.play(4)
    seats.resign(2)
    seats.change(3, agent="heuristic")
    seats.play(12)
    seats.run_out()
    yield seats
    waiting = table(ctx, "open", CATAN, "human", "open", "open", "bot", map="mallorca", modules=["favors"])
    waiting.sit(2, None, "a bit of chance")
    yield waiting
    bots = table(ctx, "bots", DICE, "bot", "bot:dice_optimal", "human", spectator_delay={"versions": 5})
    bots.play(33)
    yield bots


def timed_out(ctx: Context) -> Iterator[Seated]:
    """Yield games with the three kinds of time-outs, in every ruleset."""
    for ruleset in (CATAN, DICE, ELASUND):
        for kind in TIMEOUTS:
            clock = {"seconds": 60, "on_timeout": kind}
            late = table(ctx, f"late-{ruleset}-{kind}", ruleset, *FOUR, undo="free", clock=clock)
            late.play(20)
            late.undo(1)
            late.run_out()
            late.play(7)
            late.run_out(3 if kind == "default" else 1)
            yield late


def branched(ctx: Context) -> Iterator[Seated]:
    """Yield branches of a running game by a seat and by its owner, branches of a finished game, and rematches."""
    parent = table(ctx, "parent", CATAN, *FOUR, modules=["favors", "helpers"], undo="free", seed="parent")
    parent.play(80)
    yield parent
    for name, seat in (("seat", 1), ("owner", None)):
        line = Seated(ctx, f"branch-of-{name}", branch(ctx, parent.caller(seat), NewBranch(60)))
        line.play(15)
        line.undo(2)
        yield line
    dice = table(ctx, "origin", DICE, "human", "human", options={"joker_same_turn": True})
    dice.play(2000, agents=60)
    over = Seated(ctx, "branch-same-chance", branch(ctx, dice.caller(0), NewBranch(12, chance="same")))
    over.play(9)
    yield over
    wanted = [NewSeat("human"), NewSeat("ai", agent="uniform")]
    other = Seated(ctx, "branch-other-seats", branch(ctx, dice.caller(0), NewBranch(20, wanted=wanted)))
    other.play(9)
    yield other
    again = Seated(ctx, "rematch", rematch(ctx, dice.caller(0)))
    joined = rematch(ctx, dice.caller(1))
    again.tokens |= {seat["seat"]: seat["token"] for seat in joined.seats}
    again.play(11)
    yield again
    yield dice


def ended(ctx: Context) -> Iterator[Seated]:
    """Yield games that ended at the table: by resignation, by a vote to abandon, or by time-outs."""
    given_up = table(ctx, "given-up", ELASUND, *THREE)
    given_up.play(40)
    given_up.resign(1)
    given_up.play(10)
    given_up.resign(0)
    yield given_up
    abandoned = table(ctx, "abandoned", CATAN, *THREE, map="beginner")
    abandoned.play(30)
    abandoned.cast(abandoned.ask_to_abandon(2), 0, 1)
    yield abandoned
    yield busy(ctx)
    for ruleset in (CATAN, DICE, ELASUND):
        late = table(ctx, f"gone-{ruleset}", ruleset, *THREE, clock={"seconds": 60, "on_timeout": "resign"})
        while not late.game.table.finished:
            late.play(9)
            late.run_out()
        yield late
        slow = table(ctx, f"slow-{ruleset}", ruleset, *THREE, clock={"seconds": 60, "on_timeout": "default"})
        while slow.game.version < 45:
            slow.play(1)
            slow.run_out()
        slow.resign(1)
        slow.resign(2)
        yield slow


def busy(ctx: Context) -> Seated:
    """Return a table at which everything happens, to the end and into a rematch."""
    clock = {"seconds": 60, "on_timeout": "agent"}
    kinds = ("human", "open", "open", "ai")
    busy = table(ctx, "busy", CATAN, *kinds, undo="consent", clock=clock, spectator_delay={"versions": 2})
    busy.sit(1, "Bea", "heads")
    busy.change(2, agent="uniform")
    busy.change(2, open=True)
    busy.sit(2, "Cleo", "tails")
    busy.play(30)
    busy.cast(busy.ask_undo(0), 1, 2)
    busy.cast(busy.ask_redo(0), 1, 2)
    busy.cast(busy.ask_undo(0), 1, accept=False)
    busy.ask_to_abandon(0)
    busy.let_votes_end()
    busy.ask_undo(0)
    busy.play(2)
    busy.run_out(2)
    for seat in [n for n, place in enumerate(busy.game.table.seats) if place.left == "absent"]:
        busy.come_back(seat)
    busy.play(5)
    busy.change(2, agent="heuristic")
    busy.resign(0)
    busy.resign(1)
    rematch(ctx, busy.caller())
    return busy


def with_options(ctx: Context) -> Iterator[Seated]:
    """Yield tables with options of that day, and with the defaults."""
    options = {"hand_limit": 9, "harbor_markers": True, "random_tokens": True, "combined_trade_build": True}
    more = {"steal_compulsory": True, "starting_seat": 1, "colors": ["red", None, "white", None], "victory_points": 12}
    every = table(ctx, "options-of-catan", CATAN, *FOUR, options=options | more, undo="off", seat_order="random")
    switches = {"edition": "german", "hut_replace": "may", "pirate_reward": "random", "win_timing": "end_of_turn"}
    dice = {"joker_dice": "one", "joker_same_turn": True, "starting_seat": 0}
    canal = {"map": "new-york", "modules": ["erie-canal", "favors", "helpers"], "analyses": "all"}
    tables = (
        every,
        table(ctx, "options-of-elasund", ELASUND, "human", "human", options=switches, seat_order="random"),
        table(ctx, "options-of-dice", DICE, "human", options=dice),
        table(ctx, "canal-of-six", CATAN, *FOUR, *FOUR[:2], **canal),
        table(ctx, "defaults-of-catan", CATAN, *FOUR),
        table(ctx, "defaults-of-elasund", ELASUND, *FOUR),
        table(ctx, "defaults-of-dice", DICE, *FOUR),
    )
    for one in tables:
        one.play(90, agents=60)
        yield one
