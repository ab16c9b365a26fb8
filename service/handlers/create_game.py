"""Creates games: configures and seats them, commits to a seed, and starts them at once if no seat is open."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Final

from domain.core.chance import ALGORITHM, Chance, Draw, NotedChance, SeededChance
from domain.core.ruleset import Config, Ruleset
from eventstore.keys import shard_of
from service.clients import authentication
from service.clients.ownership import NOBODY, Maker, note_game
from service.game.append import Act
from service.game.causes import Cause
from service.game.context import Context
from service.game.games import blank
from service.game.idempotency import Key
from service.game.late_seats import PATIENCE_S
from service.game.position import Play
from service.game.results import Created
from service.handlers.accept import Accepted, accept_new
from service.handlers.checks import configured, known_agent, ruleset_named
from service.handlers.facts_of_new import facts_of_new
from service.problems import invalid
from service.table.choices import Analyses
from service.table.events import OVERDUE_AFTER_S, SeatsFilled, SeedRevealed, TableOpened
from service.table.options import TableOptions
from service.table.state import config_of
from service.table.timesheets import MOVE
from service.views.fairness import commitment_to, revealed
from service.webhooks.registry import seated_hook
from workers.agents.catalog import default_agent

_ID_BYTES: Final = 9
_SEED_BYTES: Final = 32
ORDER_STREAM: Final = "seat_order"


@dataclass(frozen=True, slots=True)
class NewSeat:
    """Describes who sits on a seat: human, ai, bot or open.

    `agent` plays an AI seat (None: the strongest), or stands in for a bot that is `deadline_s` seconds late. `webhook`
    is the id of the webhook through which a bot plays.
    """

    kind: str
    name: str | None = None
    agent: str | None = None
    webhook: str | None = None
    deadline_s: int | None = None


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
    seed: str | None = None


@dataclass(frozen=True, slots=True)
class Plan:
    """Describes a game ready to be made: its seats in their final order, and everything in the table's first event."""

    ruleset: Ruleset
    config: Config
    seats: Sequence[NewSeat]
    table: TableOptions
    seed: bytes
    unfair: bool
    parent: dict[str, Any] | None = None
    position_set: Any = None
    draws: Sequence[Draw] = ()
    rematch_of: str = ""
    salt: bytes = b""
    held: int = 0


def create_game(ctx: Context, wish: NewGame, key: Key | None = None, maker: Maker = NOBODY) -> Created:
    """Create a game; its tokens appear in the answer and nowhere else."""
    game_id = new_id(key)
    return accept_new(ctx, game_id, key, Created, partial(_created, game_id=game_id, wish=wish, maker=maker))


def _created(ctx: Context, game_id: str, wish: NewGame, maker: Maker) -> Accepted[Created]:
    return open_table(ctx, game_id, _planned(ctx, wish), maker)


def new_id(key: Key | None, prefix: str = "") -> str:
    """Return a new game's id; with a key, one in the key's shard, so that a repeated request finds its claim."""
    while True:
        game_id = prefix + secrets.token_hex(_ID_BYTES)
        if key is None or shard_of(game_id) == shard_of(key.scope_key):
            return game_id


def new_seed() -> bytes:
    """Return an unguessable seed."""
    return secrets.token_bytes(_SEED_BYTES)


def _planned(ctx: Context, wish: NewGame) -> Plan:
    ruleset = ruleset_named(ctx, wish.ruleset)
    config = configured(ruleset, len(wish.seats), wish.map, wish.modules, wish.options)
    seed = new_seed() if wish.seed is None else wish.seed.encode()
    wanted = with_agents(ruleset, wish.seats)
    chance = NotedChance(SeededChance(seed))
    if wish.seat_order == "random":
        wanted = shuffled(wanted, chance)
    is_seeded = wish.seed is not None
    return Plan(
        ruleset,
        config,
        wanted,
        _table(wish),
        seed,
        unfair=is_seeded,
        draws=chance.draws,
        salt=new_seed() if is_seeded else b"",
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
    )


def _usual_analyses(seats: Sequence[NewSeat], hot_seat: bool) -> str:
    """Allow analyses during the game if one party plays against agents only, otherwise after its end."""
    kinds = [seat.kind for seat in seats if seat.kind != "ai"]
    is_alone = len(kinds) < 2 or (hot_seat and set(kinds) == {"human"})
    return (Analyses.ALL if is_alone else Analyses.FINISHED).value


def with_agents(ruleset: Ruleset, wanted: Sequence[NewSeat]) -> list[NewSeat]:
    """Return the seats, each AI seat with an agent; raises Problem for an agent that cannot play the ruleset."""
    return [_with_agent(ruleset, number, seat) for number, seat in enumerate(wanted)]


def _with_agent(ruleset: Ruleset, number: int, seat: NewSeat) -> NewSeat:
    check_members(number, seat)
    if seat.kind not in ("ai", "bot") or (seat.kind == "bot" and not (seat.agent or seat.webhook or seat.deadline_s)):
        return seat
    agent = known_agent(ruleset, seat.agent or default_agent(ruleset.name), f"seats.{number}.agent")
    patience = (seat.deadline_s or PATIENCE_S) if seat.kind == "bot" else None
    return replace(seat, agent=agent, deadline_s=patience)


def check_members(number: int, seat: NewSeat) -> None:
    """Raise Problem unless only AI seats and bots have agents, and only bots have webhooks and deadlines."""
    if seat.agent is not None and seat.kind not in ("ai", "bot"):
        raise invalid(f"seats.{number}.agent", "not_ai")
    for name in ("webhook", "deadline_s"):
        if getattr(seat, name) is not None and seat.kind != "bot":
            raise invalid(f"seats.{number}.{name}", "not_bot")


def shuffled(wanted: Sequence[NewSeat], chance: Chance) -> list[NewSeat]:
    """Return the seats in a random order."""
    left, order = list(wanted), []
    for n in range(len(wanted)):
        order.append(left.pop(chance.pick(ORDER_STREAM, n, [1] * len(left))))
    return order


def open_table(ctx: Context, game_id: str, plan: Plan, maker: Maker = NOBODY) -> Accepted[Created]:
    """Accept a new game: its first version, tokens and seat owners."""
    opened = opened_by(plan)
    waits = any(seat.kind == "open" for seat in plan.seats)
    chance = NotedChance(SeededChance(plan.seed))
    events, play = started(plan, opened, chance, starts=not waits)
    hooks = {n: seated_hook(ctx, n, seat.webhook, maker.key) for n, seat in enumerate(plan.seats) if seat.webhook}
    answer = _answer(game_id, plan, _status(events, waits))
    note_game(ctx, maker, game_id)
    cause = Cause(draws=[*plan.draws, *chance.draws])
    return Accepted(
        blank(game_id, plan.ruleset),
        answer,
        [Act(None, [opened, *events], ctx.clock(), play, cause)],
        facts_of_new(answer, maker, hooks),
        {number: seat.name for number, seat in enumerate(plan.seats) if seat.name and seat.kind != "open"},
    )


def opened_by(plan: Plan) -> TableOpened:
    """Return the event that opens the table of a plan."""
    return TableOpened(
        ruleset=plan.ruleset.name,
        ruleset_version=plan.ruleset.version,
        map=plan.config.map,
        modules=list(plan.config.modules),
        options=plan.config.options,
        seats=[_seat_opened(seat) for seat in plan.seats],
        undo=plan.table.undo,
        private=plan.table.private,
        unfair=plan.unfair,
        parent=plan.parent,
        chance=ALGORITHM,
        commitment=commitment_to(plan.seed, plan.salt),
        seed=plan.seed.hex(),
        salt=plan.salt.hex(),
        held=plan.held | sum(1 << number for number, seat in enumerate(plan.seats) if seat.webhook),
        clock=plan.table.clock,
        spectator_delay=plan.table.spectator_delay,
        analyses=plan.table.analyses,
        rematch_of=plan.rematch_of,
        hot_seat=plan.table.hot_seat,
        overdue_after_s=plan.table.overdue_after_s,
    )


def _seat_opened(seat: NewSeat) -> dict[str, Any]:
    members = {"kind": seat.kind, "agent": seat.agent, "deadline_s": seat.deadline_s}
    return {name: value for name, value in members.items() if value}


def started(plan: Plan, opened: TableOpened, chance: Chance, *, starts: bool) -> tuple[list[Any], Play]:
    """Return the events that set a game up, as far as it can start, and the play after version 1."""
    table = [SeatsFilled()] if starts else []
    if plan.position_set is not None:
        return _branched(plan, opened, table)
    if not starts:
        return [], Play()
    setup = plan.ruleset.setup(config_of(opened), chance)
    return [*table, *setup], Play(folded(plan.ruleset, setup), 1)


def _branched(plan: Plan, opened: TableOpened, table: list[Any]) -> tuple[list[Any], Play]:
    """Return the same for a branch, which is over at once if its position is."""
    position = plan.ruleset.begin(plan.position_set)
    over = [revealed(opened)] if plan.ruleset.result(position) else []
    return [plan.position_set, *table, *over], Play(position, 1)


def _status(events: Sequence[Any], waits: bool) -> str:
    if any(isinstance(event, SeedRevealed) for event in events):
        return "finished"
    return "open" if waits else "running"


def folded(ruleset: Ruleset, events: Sequence[Any]) -> Any:
    """Fold setup events into a position."""
    position = ruleset.begin(events[0])
    for event in events[1:]:
        ruleset.evolve(position, event)
    return position


def _answer(game_id: str, plan: Plan, status: str) -> Created:
    is_closed = plan.table.private or bool(plan.rematch_of)
    tokens = [
        authentication.new_token(game_id) if seat.kind in ("human", "bot") and not seat.webhook else None
        for seat in plan.seats
    ]
    return Created(
        id=game_id,
        version=1,
        status=status,
        seats=[
            {"seat": number, "kind": seat.kind, **({"token": token} if token else {})}
            for number, (seat, token) in enumerate(zip(plan.seats, tokens, strict=True))
        ],
        owner_token=authentication.new_token(game_id),
        invite=authentication.new_token(game_id) if status == "open" and is_closed else None,
    )
