"""Imports the record of a finished game: once proven, it becomes a game that can be viewed and branched.

It is written in one append, so readers see all of it or nothing. What is stored beside the log is written first, with a
deadline that the append removes; if an import is interrupted, the sweep cleans up.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from threading import Lock
from typing import Any, Final

from eventstore.records import Beside, Duplicate
from service.clients import authentication, fact_names
from service.clients.limits import require_open
from service.clients.ownership import NOBODY, Maker, facts_of, note_game
from service.game.context import Context
from service.game.deadlines import CUT_SHORT_MS, IMPORT_DEADLINE
from service.game.games import Game
from service.game.idempotency import Key, make_claim
from service.game.ids import IMPORTED, new_id
from service.game.results import Created
from service.handlers.accept import Request, answer_again
from service.problems import Problem, busy
from service.records.proof import prove
from service.views.lobby_projection import note_row

PATIENCE_S: Final = 25.0
_AT_WORK: Final = Lock()


@contextmanager
def turn() -> Iterator[None]:
    """Wait until no other record is read or proven, so that together they use no more of the process than one.

    Raises Problem (503) if that takes too long.
    """
    if not _AT_WORK.acquire(timeout=PATIENCE_S):
        raise busy()
    try:
        yield
    finally:
        _AT_WORK.release()


def import_record(ctx: Context, record: Mapping[str, Any], key: Key | None = None, maker: Maker = NOBODY) -> Created:
    """Import a record as a game with an id of its own; raises Problem for a record that cannot be proven."""
    game_id = new_id(key, IMPORTED)
    try:
        return _import(ctx, game_id, record, key, maker)
    except (Duplicate, Problem) as failure:
        return answer_again(ctx, Request(game_id, Created, key), failure)


def _import(ctx: Context, game_id: str, record: Mapping[str, Any], key: Key | None, maker: Maker) -> Created:
    require_open(ctx, maker)
    game, versions = prove(ctx, record)
    answer = _answer(game_id, game)
    _keep_beside(ctx, answer, maker)
    try:
        ctx.store.append(game_id, 0, versions, beside=Beside(make_claim(key, answer), {IMPORT_DEADLINE: 0}))
    except Duplicate:
        ctx.store.delete(game_id)  # what was stored beside it
        raise
    note_row(ctx, game_id)
    return answer


def _answer(game_id: str, game: Game) -> Created:
    places = [{"seat": number, "kind": seat.kind} for number, seat in enumerate(game.table.seats)]
    return Created(game_id, game.version, game.table.status, places, owner_token=authentication.new_token(game_id))


def _keep_beside(ctx: Context, answer: Created, maker: Maker) -> None:
    note_game(ctx, maker, answer.id)
    ctx.store.set_deadlines(answer.id, {IMPORT_DEADLINE: ctx.clock() + CUT_SHORT_MS})
    token = {authentication.fact_key(answer.owner_token): fact_names.OWNER} if answer.owner_token else {}
    ctx.store.set_facts(answer.id, token | facts_of(maker, {}))
