"""Begins sandbox games from the position of a finished game, taken out of its record."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from domain.core.packing import PositionSet
from service.clients.ownership import NOBODY, Maker
from service.game.context import Context
from service.game.games import Game
from service.game.idempotency import Key
from service.game.ids import SANDBOX, new_id
from service.game.results import Created
from service.handlers.accept import Accepted, Request, accept_new
from service.handlers.create_game import NewGame, plan_of
from service.handlers.new_seats import NewSeat
from service.handlers.openings import open_table
from service.problems import invalid, refusal
from service.records.proof import prove_at


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
    game = prove_at(ctx, start.record, start.version)
    if game.position is None:
        raise refusal("game.not_started")
    if game.ruleset.result(game.position) is not None:
        raise refusal("game.finished")
    wish = replace(start.wish, seats=_seats(game, start.wish.seats))
    config = replace(game.table.config, options=game.config.options)
    position_set = PositionSet(start.record["game"], game.version, game.ruleset.pack(game.position))
    plan = plan_of(game.ruleset, config, wish)
    return open_table(ctx, game_id, replace(plan, position_set=position_set), maker)


def _seats(game: Game, wanted: Sequence[NewSeat]) -> Sequence[NewSeat]:
    """Return the seats as they are wished, otherwise as they were played at the version."""
    if not wanted:
        return [NewSeat(seat.kind, agent=seat.agent or None) for seat in game.table.seats]
    if len(wanted) != len(game.table.seats):
        raise invalid("seats", "seats_of_parent", count=len(game.table.seats))
    return wanted
