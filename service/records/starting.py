"""Begins a sandbox game at a position that a client brings."""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from domain.core.packing import PositionSet
from service.clients.ownership import NOBODY, Maker
from service.game.context import Context
from service.game.engine_help import require_advisable
from service.game.idempotency import Key
from service.game.ids import SANDBOX, new_id
from service.game.results import Created
from service.handlers.accept import Accepted, Request, accept_new
from service.handlers.new_seats import NewSeat
from service.handlers.openings import NewGame, open_table, plan_of
from service.problems import invalid
from service.records.positions import NOWHERE, Restored, deal, require_undecided, restore


@dataclass(frozen=True, slots=True)
class PositionStart:
    """Describes a sandbox game that begins at a position.

    `layout` is what the set-up laid out, for documents that leave it out. `wish` says how its table plays, what is
    given and what is drawn; without seats people play all of them.
    """

    document: Mapping[str, Any]
    layout: Mapping[str, Any] | None
    wish: NewGame


def start_at_position(ctx: Context, start: PositionStart, key: Key | None = None, maker: Maker = NOBODY) -> Created:
    """Create a sandbox game that begins at a position; hidden cards are dealt.

    Raises Problem: 422 for a position that cannot be, 409 for one in which the game is over, or that a running game is
    at which allows no help of engines.
    """
    game_id = new_id(key, SANDBOX)
    return accept_new(ctx, Request(game_id, Created, key), _create, game_id=game_id, start=start, maker=maker)


def _create(ctx: Context, game_id: str, start: PositionStart, maker: Maker) -> Accepted[Created]:
    restored = restore(ctx, start.document, lambda _: start.layout)
    game, ruleset = restored.game, restored.game.ruleset
    require_undecided(game)
    require_advisable(ctx, restored.origin, ruleset, game.position)
    wish = replace(start.wish, seats=_seats(restored, start.wish))
    position = deal(restored, Random(wish.seed if wish.seed is not None else secrets.randbits(256)))
    position_set = PositionSet(f"{NOWHERE}{restored.key}", 1, ruleset.pack(position))
    config = replace(game.table.config, options=game.config.options)
    plan = replace(plan_of(ruleset, config, wish), position_set=position_set)
    return open_table(ctx, game_id, plan, maker)


def _seats(restored: Restored, wish: NewGame) -> list[NewSeat]:
    """Return the seats as they are wished, otherwise people on all of them."""
    count = len(restored.game.table.seats)
    if wish.seats and len(wish.seats) != count:
        raise invalid("seats", "seats_of_parent", count=count)
    return [*wish.seats] or [NewSeat("human")] * count
