"""Tests that a random choice for a seat follows from the commands that led to the head and from the game's secret."""

from redis import Redis

from eventstore.memory.store import MemoryEventStore
from service.game.append import append
from service.game.context import Context
from service.game.games import Act
from service.game.results import Created
from service.game.undo_rights import head_moved as moving
from service.handlers.commands import submit
from service.handlers.seating import SeatWish, take_seat
from service.handlers.undo_requests import move_head
from service.table.seat_events import SeatStoodIn
from service.table.terms import HeadMove
from tests.secrets.hosting import same_luck
from tests.service.tables import fresh, new_context, new_game, put_aside
from tests.toy import PutAside, Roll, Step, Wave

WATCHING = 1


def chosen(ctx: Context, made: Created, version: int | None = None) -> float:
    """Return a random choice for a seat at a version, equal for the loaded game and for one read from the log."""
    kept, read = (context.games.load(made.id, version) for context in (ctx, fresh(ctx)))
    assert kept.luck(WATCHING).random() == read.luck(WATCHING).random()
    return read.luck(WATCHING).random()


def undone(ctx: Context, made: Created, to: int) -> None:
    move_head(ctx, made.id, to, ctx.store.head(made.id), 0)


def test_the_same_commands_bring_the_same_choice_after_an_undo(ctx: Context) -> None:
    made = new_game(ctx, undo="free")
    start = put_aside(ctx, made)
    submit(ctx, made.id, 0, [Wave(2)])
    waved = chosen(ctx, made)
    submit(ctx, made.id, 0, [Wave(2), Roll()])
    rolled = chosen(ctx, made)
    undone(ctx, made, start)
    again = [chosen(ctx, made)]
    for command in (Wave(2), Wave(2), Roll()):
        submit(ctx, made.id, 0, [command])
        again.append(chosen(ctx, made))

    assert again[0] == chosen(ctx, made, start)
    assert again[1] == waved
    assert again[3] == rolled
    assert len(set(again)) == 4


def test_other_commands_bring_another_choice(ctx: Context) -> None:
    made = new_game(ctx, "human", "human", "human", undo="free")
    start = put_aside(ctx, made)
    found = set()
    for to in (2, 4, 6):
        submit(ctx, made.id, 0, [Wave(to)])
        found.add(chosen(ctx, made))
        undone(ctx, made, start)

    assert len(found) == 3


def test_a_redo_brings_the_choice_back(ctx: Context) -> None:
    made = new_game(ctx, undo="free")
    start = put_aside(ctx, made)
    submit(ctx, made.id, 0, [Roll()])
    submit(ctx, made.id, 0, [Step()])
    before = chosen(ctx, made)
    undone(ctx, made, start)
    game = ctx.games.load(made.id)
    append(ctx, game, [moving(ctx, game, HeadMove.UNDO, start + 2, 0)[1]])

    assert chosen(ctx, made) == before


def test_what_happens_at_the_table_alone_changes_no_choice(ctx: Context) -> None:
    made = new_game(ctx, "human", "human", "open")
    take_seat(ctx, made.id, None, SeatWish())
    before = chosen(ctx, made)
    game = ctx.games.load(made.id)
    append(ctx, game, [Act(None, [SeatStoodIn(0, "uniform")], ctx.clock(), game.play)])

    assert ctx.store.head(made.id) == game.version + 1
    assert chosen(ctx, made) == before


def test_every_version_has_its_choice_whatever_is_remembered(ctx: Context) -> None:
    made = new_game(ctx, undo="free")
    start = put_aside(ctx, made)
    for _ in range(3):
        submit(ctx, made.id, 0, [Wave(2)] * 20)
        undone(ctx, made, start + 7)
    cold, warm = fresh(ctx), [chosen(ctx, made, version) for version in range(1, ctx.store.head(made.id) + 1)]

    assert [cold.games.load(made.id, v + 1).luck(WATCHING).random() for v in range(len(warm))] == warm
    assert len(set(warm)) == start + 7 + 20


def test_no_choice_follows_from_what_was_done_unseen(rq_redis: Redis) -> None:
    """The choice does not reveal a hidden command, as it would if it changed with that command."""
    found = set()
    for color in range(3):
        with same_luck("one game"):
            ctx = new_context(MemoryEventStore(), rq_redis)
            made = new_game(ctx, seed="seed 6")
        unseen = PutAside(tuple(int(k == color) for k in range(3)))
        submit(ctx, made.id, 0, [unseen])
        found.add(chosen(ctx, made))

    assert len(found) == 1


def test_every_seat_has_a_luck_of_its_own(ctx: Context) -> None:
    made = new_game(ctx, "human", "human", "human")
    game = ctx.games.load(made.id)

    assert len({game.luck(seat).random() for seat in range(3)}) == 3
