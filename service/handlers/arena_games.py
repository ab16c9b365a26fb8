"""Hosts the games of an arena in which bots take part: public games, each with a clock by which a late bot resigns."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from domain.core.ruleset import Config
from service.clients.ownership import Maker
from service.game.context import Context
from service.game.idempotency import Key
from service.game.ids import new_id
from service.game.results import Created
from service.handlers.accept import Accepted, Request, accept_new
from service.handlers.checks import ruleset_named
from service.handlers.new_seats import NewSeat
from service.handlers.openings import Plan, new_seed, open_table
from service.table.choices import Timeout, UndoPolicy
from service.table.options import TableOptions
from service.table.timesheets import MOVE
from service.webhooks.registry import find_hook
from workers.agents.catalog import default_agent


def config_of(plan: Mapping[str, Any]) -> Config:
    """Return the configuration of the games of an arena's plan."""
    return Config(**plan["config"] | {"modules": tuple(plan["config"]["modules"])})


def entrants_of(plan: Mapping[str, Any], number: int) -> list[int]:
    """Return the entrant on each seat of a game; all move on by one seat with every game."""
    count = len(plan["agents"])
    return [(seat + number) % count for seat in range(count)]


def seed_of(plan: Mapping[str, Any], number: int) -> str:
    """Return the seed of a game; each seed is used for as many games as there are seats."""
    return f"{plan['seed']} {number // len(plan['agents'])}"


def host_game(ctx: Context, plan: Mapping[str, Any], number: int) -> tuple[Created, list[int]]:
    """Make a game of an arena and return it with the seats of bots that forfeit it because their webhook is gone.

    Idempotent: repeated calls make one game.
    """
    seats = [NewSeat(**plan["entrants"][entrant]) for entrant in entrants_of(plan, number)]
    gone = [seat for seat, one in enumerate(seats) if one.webhook and find_hook(ctx, one.webhook) is None]
    agent = default_agent(plan["ruleset"])
    seats = [NewSeat("ai", one.name, agent) if seat in gone else one for seat, one in enumerate(seats)]
    key = Key.of(f"{plan['secret']} {number}", "POST", "arena", plan["secret"], b"")
    game_id = new_id(key)
    request = Request(game_id, Created, key)
    return accept_new(ctx, request, _host, game_id=game_id, plan=plan, number=number, seats=seats), gone


def _host(
    ctx: Context, game_id: str, plan: Mapping[str, Any], number: int, seats: Sequence[NewSeat]
) -> Accepted[Created]:
    """Open the table; the owner's token is given to no client, since no client may change the game.

    If all of its bots are gone, the game has agents alone, and ends at once; arenas have limits of their own.
    """
    ruleset = ruleset_named(ctx, plan["ruleset"])
    clock = {"kind": MOVE, "seconds": plan["deadline_s"], "on_timeout": Timeout.RESIGN.word}
    table = TableOptions(undo=UndoPolicy.OFF.value, private=False, clock=clock)
    seed = seed_of(plan, number).encode()
    wish = Plan(ruleset, config_of(plan), seats, table, seed, unfair=True, salt=new_seed())
    accepted = open_table(ctx, game_id, wish, Maker(**plan["maker"]))
    return accepted._replace(answer=replace(accepted.answer, owner_token=None), limited=False)
