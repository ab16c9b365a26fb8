"""Takes a position out of a record that was brought, and hands it to a job; no game is made of it."""

from base64 import b64decode, b64encode
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from eventstore.log.chain import ROOT
from eventstore.log.lineage import Line
from service.game.context import Context
from service.game.folds import TableFold
from service.game.games import Game
from service.game.idempotency import Key
from service.game.position import Play
from service.game.results import Queued
from service.handlers.analyses import USUAL_LIMIT
from service.handlers.checks import require_agent
from service.handlers.long_jobs import queue_long
from service.problems import invalid, refusal
from service.records.proof import prove_at
from workers.agents.catalog import default_agent


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
        game = _at(ctx, wish)
        options = _judge(game, wish) | {"language": language}
        return [pack(game, wish.record["game"]), share, options]

    return queue_long(ctx, "analysis", "analyze_position", judge, credential, key)


def _at(ctx: Context, wish: PositionWish) -> Game:
    game = prove_at(ctx, wish.record, wish.version)
    if game.position is None:
        raise refusal("game.not_started")
    return game


def _judge(game: Game, wish: PositionWish) -> dict[str, Any]:
    if wish.seat is not None and wish.seat >= len(game.table.seats):
        raise invalid("seat", "no_such_seat", minimum=0, maximum=len(game.table.seats) - 1)
    must_act = [entry.seat for entry in game.awaiting() if entry.must]
    return {
        "seat": wish.seat if wish.seat is not None else next(iter(must_act), None),
        "agent": require_agent(game.ruleset, wish.agent or default_agent(game.ruleset.name)),
        "budget_ms": wish.budget_ms,
        "limit": wish.limit,
        "all_cards": wish.all_cards,
    }


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
