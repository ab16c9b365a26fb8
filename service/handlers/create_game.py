"""Creates games on request: configures and seats them, and opens their tables."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from domain.core.chance import NotedChance, SeededChance
from domain.core.ruleset import Config, Ruleset
from service.clients.ownership import NOBODY, Maker
from service.game.context import Context
from service.game.idempotency import Key
from service.game.ids import SANDBOX, new_id
from service.game.results import Created
from service.handlers.accept import Accepted, Request, accept_new
from service.handlers.checks import configure, ruleset_named
from service.handlers.choosing import Draws
from service.handlers.new_seats import NewSeat, shuffle, with_agents
from service.handlers.openings import Plan, new_seed, open_table
from service.table.choices import Analyses
from service.table.events import OFFER_WAIT_S, OVERDUE_AFTER_S
from service.table.options import TableOptions
from service.table.timesheets import MOVE


@dataclass(frozen=True, slots=True)
class NewGame:
    """Describes a game to create, as in the body of `POST games`."""

    ruleset: str
    seats: Sequence[NewSeat]
    map: str | None = None
    modules: Sequence[str] = ()
    options: Mapping[str, Any] = field(default_factory=dict)
    seat_order: str = "given"
    undo: str = "until_reveal"
    private: bool = False
    clock: dict[str, Any] | None = None
    spectator_delay: dict[str, Any] | None = None
    analyses: str | None = None
    hot_seat: bool = False
    overdue_after_s: int = OVERDUE_AFTER_S
    offer_wait_s: int = OFFER_WAIT_S
    seed: str | None = None
    sandbox: bool = False
    given: Sequence[Any] = ()
    draws: Draws = ()


def create_game(ctx: Context, wish: NewGame, key: Key | None = None, maker: Maker = NOBODY) -> Created:
    """Create a game; its tokens appear in the answer and nowhere else."""
    game_id = new_id(key, SANDBOX if wish.sandbox else "")
    return accept_new(ctx, Request(game_id, Created, key), _create, game_id=game_id, wish=wish, maker=maker)


def _create(ctx: Context, game_id: str, wish: NewGame, maker: Maker) -> Accepted[Created]:
    return open_table(ctx, game_id, _plan(ctx, wish), maker)


def _plan(ctx: Context, wish: NewGame) -> Plan:
    ruleset = ruleset_named(ctx, wish.ruleset)
    return plan_of(ruleset, configure(ruleset, len(wish.seats), wish.map, wish.modules, wish.options), wish)


def plan_of(ruleset: Ruleset, config: Config, wish: NewGame) -> Plan:
    """Return the plan of a requested game with this configuration; raises Problem (422) for unknown agents."""
    seed = new_seed() if wish.seed is None else wish.seed.encode()
    wanted = with_agents(ruleset, wish.seats)
    chance = NotedChance(SeededChance(seed))
    if wish.seat_order == "random":
        wanted = shuffle(wanted, chance)
    is_seeded = wish.seed is not None
    return Plan(
        ruleset,
        config,
        wanted,
        _table(wish),
        seed,
        unfair=is_seeded or wish.sandbox,
        draws=chance.draws,
        salt=new_seed() if is_seeded else b"",
        sandbox=wish.sandbox,
        given=wish.given,
        chosen=wish.draws,
    )


def _table(wish: NewGame) -> TableOptions:
    return TableOptions(
        undo=wish.undo,
        private=wish.private,
        clock=wish.clock and {"kind": MOVE, **wish.clock},
        spectator_delay=wish.spectator_delay,
        analyses=wish.analyses or _usual_analyses(wish.seats, wish.hot_seat),
        hot_seat=wish.hot_seat,
        overdue_after_s=wish.overdue_after_s,
        offer_wait_s=wish.offer_wait_s,
    )


def _usual_analyses(seats: Sequence[NewSeat], hot_seat: bool) -> str:
    """Allow analyses during the game if one party plays against agents only, otherwise after its end."""
    kinds = [seat.kind for seat in seats if seat.kind != "ai"]
    is_alone = len(kinds) < 2 or (hot_seat and set(kinds) == {"human"})
    return (Analyses.ALL if is_alone else Analyses.FINISHED).value
