"""Takes in the record of a finished game: once proven, it becomes a game that can be viewed and branched.

Without an import, one of its positions is analyzed in a job, or begins a sandbox game. An import is written in one
append, so readers see all of it or nothing. What is stored beside the log is written first, with a deadline that the
append removes; if an import is interrupted, the sweep cleans up.
"""

from base64 import b64decode, b64encode
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from threading import Lock
from typing import Any, Final

from domain.core.packing import PositionSet
from eventstore.log.chain import ROOT
from eventstore.log.lineage import Line
from eventstore.records import Beside, Duplicate
from service.clients import fact_names, tokens
from service.clients.budgets import require_budget
from service.clients.limits import require_open
from service.clients.ownership import NOBODY, Maker, facts_of, note_game
from service.game.context import Context
from service.game.deadlines import CUT_SHORT_MS, IMPORT_DEADLINE
from service.game.folds import TableFold
from service.game.games import Game
from service.game.idempotency import Key, make_claim, queue_long
from service.game.ids import IMPORTED, SANDBOX, new_id
from service.game.position import Play
from service.game.results import Created, Queued
from service.handlers.accept import Accepted, Request, accept_new, answer_again
from service.handlers.analyses import USUAL_LIMIT
from service.handlers.new_seats import NewSeat, require_agent, still_served
from service.handlers.openings import NewGame, open_table, plan_of
from service.problems import Problem, busy, invalid, refusal
from service.records.proof import prove, prove_at
from service.views.lobby_projection import note_row
from workers.agents.catalog import default_agent

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
    places = [{"seat": number, "kind": seat.kind} for number, seat in enumerate(game.table.seats)]
    owner_token = tokens.new_token(game_id)
    answer = Created(game_id, game.version, game.table.status, places, owner_token)
    note_game(ctx, maker, game_id)
    ctx.store.set_deadlines(game_id, {IMPORT_DEADLINE: ctx.clock() + CUT_SHORT_MS})
    ctx.store.set_facts(game_id, {tokens.fact_key(owner_token): fact_names.OWNER} | facts_of(maker, {}))
    try:
        ctx.store.append(game_id, 0, versions, beside=Beside(make_claim(key, answer), {IMPORT_DEADLINE: 0}))
    except Duplicate:
        ctx.store.delete(game_id)  # what was stored beside it
        raise
    note_row(ctx, game_id)
    return answer


@dataclass(frozen=True, slots=True)
class PositionWish:
    """Describes the requested analysis: by default of the last version, of the seat that must act."""

    record: Mapping[str, Any]
    version: int | None = None
    seat: int | None = None
    all_cards: bool = False
    budget_ms: int | None = None
    agent: str | None = None
    limit: int = USUAL_LIMIT


def request_position_analysis(
    ctx: Context, wish: PositionWish, credential: str | None, language: str, share: str, key: Key | None = None
) -> Queued:
    """Prove a record and queue an analysis of its position at a version; `share` says whose worker time it uses.

    Raises Problem: 409 with the place if the record cannot be proven, 404 for a version that it does not have.
    """

    def judge() -> list[Any]:
        game = _prove_position(ctx, wish.record, wish.version)
        if wish.seat is not None and wish.seat >= len(game.table.seats):
            raise invalid("seat", "no_such_seat", minimum=0, maximum=len(game.table.seats) - 1)
        must_act = [entry.seat for entry in game.awaiting() if entry.must]
        options = {
            "seat": wish.seat if wish.seat is not None else next(iter(must_act), None),
            "agent": require_agent(game.ruleset, wish.agent or default_agent(game.ruleset.name)),
            "budget_ms": wish.budget_ms,
            "limit": wish.limit,
            "all_cards": wish.all_cards,
            "language": language,
        }
        require_budget(ctx, share, [str(options["agent"])])
        return [pack(game, wish.record["game"]), share, options]

    return queue_long(ctx, "analysis", "analyze_position", judge, credential, key)


def _prove_position(ctx: Context, record: Mapping[str, Any], version: int | None) -> Game:
    game = prove_at(ctx, record, version)
    if game.position is None:
        raise refusal("game.not_started")
    return game


def pack(game: Game, name: str) -> dict[str, Any]:
    """Return all of a game at a version that an analysis needs as JSON, under the name that its record gave it."""
    return {
        "game": name,
        "version": game.version,
        "ruleset": game.ruleset.name,
        "table": TableFold(game.ruleset).pack(game.table).decode(),
        "position": b64encode(game.ruleset.pack(game.position)).decode(),
    }


def unpack(ctx: Context, document: Mapping[str, Any]) -> Game:
    """Return the game that `pack` made JSON of, without its line."""
    ruleset, version = ctx.rulesets[document["ruleset"]], document["version"]
    table = TableFold(ruleset).unpack(document["table"].encode())
    play = Play(ruleset.unpack(b64decode(document["position"])), version)
    return Game(document["game"], ruleset, version, table, play, Line(), ROOT)


@dataclass(frozen=True, slots=True)
class SandboxStart:
    """Describes a sandbox game that begins at a version of a record.

    `wish` says how its table plays, what is given and what is drawn; without seats it has those of the record.
    """

    record: Mapping[str, Any]
    version: int
    wish: NewGame


def start_sandbox(ctx: Context, start: SandboxStart, key: Key | None = None, maker: Maker = NOBODY) -> Created:
    """Prove a record, and create a sandbox game from its position; the tokens appear in the answer and nowhere else.

    Raises Problem: 409 with the place if the record cannot be proven, or if the game does not run at the version; 404
    for a version that it does not have.
    """
    game_id = new_id(key, SANDBOX)
    return accept_new(ctx, Request(game_id, Created, key), _create, game_id=game_id, start=start, maker=maker)


def _create(ctx: Context, game_id: str, start: SandboxStart, maker: Maker) -> Accepted[Created]:
    game = _prove_position(ctx, start.record, start.version)
    if game.ruleset.result(game.position) is not None:
        raise refusal("game.finished")
    wish = replace(start.wish, seats=_seats(game, start.wish.seats))
    config = replace(game.table.config, options=game.config.options)
    game.ruleset.stop_time(game.position)
    position_set = PositionSet(start.record["game"], game.version, game.ruleset.pack(game.position))
    plan = plan_of(game.ruleset, config, wish)
    return open_table(ctx, game_id, replace(plan, position_set=position_set), maker)


def _seats(game: Game, wanted: Sequence[NewSeat]) -> Sequence[NewSeat]:
    """Return the seats as they are wished, otherwise as they were played at the version."""
    if not wanted:
        return [NewSeat(seat.kind, agent=still_served(game.ruleset, seat.agent) or None) for seat in game.table.seats]
    if len(wanted) != len(game.table.seats):
        raise invalid("seats", "seats_of_parent", count=len(game.table.seats))
    return wanted
