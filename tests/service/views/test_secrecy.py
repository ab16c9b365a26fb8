"""Tests non-interference: two games that differ only in what a seat cannot know give it the same bytes."""

from collections.abc import Callable
from typing import Any

import orjson
import pytest
from redis import Redis

from domain.core.chance import Chance
from domain.core.config import Config
from domain.core.ruleset import Ruleset
from eventstore.memory.store import MemoryEventStore
from service.clients.authentication import Caller
from service.game.context import Context, compose
from service.handlers.commands import submit
from service.handlers.dry_runs import dry_run
from service.handlers.undo_requests import move_head
from service.queue.jobs import Jobs
from service.records.replay import replay
from service.settings import read_settings
from service.views.events_pages import events_page
from service.views.game_view import board_document, votes_document
from tests.secrets.hosting import same_luck
from tests.secrets.visiting import PROOF
from tests.service.looking import fairness, legal_actions, picture, view
from tests.service.tables import Clock, new_context, new_game, put_aside, refusal
from tests.toy import CHIPS, EndTurn, HandDealt, PutAside, Roll, ShowCard, Step, Toy


class Stacked(Toy):
    """Represents the toy with other hidden cards, and other chips, for all seats except the first."""

    def __init__(self, card: int, color: int) -> None:
        self.card = card
        self.hand = tuple(CHIPS * int(k == color) for k in range(3))

    def setup(self, config: Config, chance: Chance) -> list[Any]:
        """Return the usual opening with the others' hands exchanged."""
        return [self._exchanged(event) for event in super().setup(config, chance)]

    def _exchanged(self, event: Any) -> Any:
        if isinstance(event, HandDealt) and event.seat:
            return HandDealt(event.seat, self.card, self.hand, event.draws)
        return event


def bodies(redis: Redis, ruleset: Ruleset, color: int, read: Callable[[Context, str], list[Any]]) -> bytes:
    """Return what seat 0 reads of a game after some play, without the game's id and the proofs of cursors."""
    ctx = compose(
        read_settings({"LONGROAD_WEBHOOKS": "loopback"}), MemoryEventStore(), {"toy": ruleset}, Jobs(redis), Clock()
    )
    with same_luck("one game"):  # the same id and salt
        made = new_game(ctx, "human", "human", "human", undo="free")
    for seat in range(3):
        hand = ctx.games.load(made.id).position.chips[seat]
        mine = color if seat else next(k for k in range(3) if hand[k])
        submit(ctx, made.id, seat, [PutAside(tuple(int(k == mine) for k in range(3)))])
    submit(ctx, made.id, 0, [Roll()])
    submit(ctx, made.id, 0, [Step(), EndTurn()])
    move_head(ctx, made.id, 6, 7, 0)
    return PROOF.sub(b"PROOF", orjson.dumps(read(ctx, made.id)).replace(made.id.encode(), b"ID"))


def all_that_seat_0_reads(ctx: Context, game: str) -> list[Any]:
    """Return every body that seat 0 can read, at every version where one is kept."""
    who = Caller(game, 0)
    record = replay(ctx, game, who, {"format": "json"}, lambda fraction: None)
    return [
        *(view(ctx, who, version) for version in range(1, ctx.store.head(game) + 1)),
        *(picture(ctx, who, "en", version).decode() for version in range(1, ctx.store.head(game) + 1)),
        view(ctx, who),
        legal_actions(ctx, who, "en"),
        events_page(ctx, who, limit=1000),
        votes_document(ctx, who),
        board_document(ctx, who),
        fairness(ctx, who, "en") | {"commitment": ""},
        *(tried(ctx, game, commands) for commands in ([Roll()], [Step(), ShowCard()], [PutAside((1, 0, 0))])),
        record,
    ]


def tried(ctx: Context, game: str, commands: list[Any]) -> dict[str, Any]:
    """Return the answer of a dry run, with its refusal as text."""
    told = dry_run(ctx.games.load(game), 0, commands)
    return told | ({"problem": str(told["problem"])} if "problem" in told else {})


@pytest.mark.parametrize(("card", "color"), [(0, 0), (5, 1), (3, 2)])
def test_a_seat_reads_the_same_whatever_the_others_hold(rq_redis: Redis, card: int, color: int) -> None:
    usual = bodies(rq_redis, Stacked(1, 0), 0, all_that_seat_0_reads)

    assert bodies(rq_redis, Stacked(card, color), color, all_that_seat_0_reads) == usual


def test_nobody_can_compute_what_is_chosen_for_a_seat(rq_redis: Redis) -> None:
    """The choice depends on the secret seed, so nobody can compute it and conclude from it what a seat holds."""
    chosen = set()
    for seed in "abcdef":
        with same_luck("one game"):
            ctx = new_context(MemoryEventStore(), rq_redis)
            game = ctx.games.load(new_game(ctx, seed=seed).id)
        chosen.add((game.id, game.version, game.luck(0).random()))
        assert game.luck(0).random() == ctx.games.load(game.id).luck(0).random()

    assert len({game for game, _, _ in chosen}) == 1
    assert len(chosen) == 6


def test_a_refused_batch_tells_nothing_of_the_draw(ctx: Context) -> None:
    made = new_game(ctx)
    put_aside(ctx, made)

    with refusal("refused", "batch.reveal_not_last", index=0):
        submit(ctx, made.id, 0, [Roll(), Roll()])

    assert not ctx.games.load(made.id).position.rolled
