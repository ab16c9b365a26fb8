"""Opens the table of a planned game: commits to its seed, and starts it at once if no seat is open."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from domain.core.chance import ALGORITHM, Chance, Draw, NotedChance, SeededChance
from domain.core.ruleset import Config, Ruleset
from eventstore.records import Beside
from service.clients import authentication, fact_names
from service.clients.limits import require_open
from service.clients.ownership import NOBODY, Maker, facts_of, label_of, note_game
from service.clients.standing_answers import facts_of_answers
from service.game.append import Act
from service.game.causes import Cause
from service.game.context import Context
from service.game.games import blank
from service.game.position import Play
from service.game.results import Created
from service.handlers.accept import Accepted
from service.handlers.arranging import arrange
from service.handlers.choosing import Draws, draws_event
from service.handlers.new_seats import NewSeat
from service.problems import invalid
from service.table.events import SeatsFilled, SeedRevealed, TableOpened
from service.table.options import TableOptions
from service.table.seats import FIRST_HOLDER
from service.table.state import config_of
from service.views.fairness import commitment_to, reveal_seed
from service.webhooks.registry import Hook, require_hook

_SEED_BYTES: Final = 32


@dataclass(frozen=True, slots=True)
class Plan:
    """Describes a game ready to be made: its seats in their final order, and everything in the table's first event.

    Only a `sandbox` has `given` events, by which its position is arranged, and `chosen` draws.
    """

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
    sandbox: bool = False
    given: Sequence[Any] = ()
    chosen: Draws = ()


def new_seed() -> bytes:
    """Return an unguessable seed."""
    return secrets.token_bytes(_SEED_BYTES)


def open_table(ctx: Context, game_id: str, plan: Plan, maker: Maker = NOBODY) -> Accepted[Created]:
    """Accept a new game: its first version, tokens and seat owners.

    Raises Problem (403) for a client that is closed.
    """
    require_open(ctx, maker)
    opened = replace(opening_event(plan), client=label_of(maker, game_id))
    waits = any(seat.kind == "open" for seat in plan.seats)
    chance = NotedChance(SeededChance(plan.seed))
    events, play = start(plan, opened, chance, starts=not waits)
    playing = [(number, seat.webhook) for number, seat in enumerate(plan.seats) if seat.webhook]
    hooks = {number: require_hook(ctx, f"seats.{number}", hook, maker.key) for number, hook in playing}
    answer = _answer(game_id, plan, _status(events, waits))
    note_game(ctx, maker, game_id)
    cause = Cause(draws=[*plan.draws, *chance.draws])
    return Accepted(
        blank(game_id, plan.ruleset),
        answer,
        [Act(None, [opened, *events], ctx.clock(), play, cause)],
        Beside(
            facts=_facts_of_new(answer, maker, hooks, plan.seats),
            names={number: seat.name for number, seat in enumerate(plan.seats) if seat.name and seat.kind != "open"},
        ),
    )


def opening_event(plan: Plan) -> TableOpened:
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
        offer_wait_s=plan.table.offer_wait_s,
        sandbox=plan.sandbox,
    )


def _seat_opened(seat: NewSeat) -> dict[str, Any]:
    members = {"kind": seat.kind, "agent": seat.agent, "deadline_s": seat.deadline_s}
    return {name: value for name, value in members.items() if value}


def start(plan: Plan, opened: TableOpened, chance: Chance, *, starts: bool) -> tuple[list[Any], Play]:
    """Return the events that set a game up, none if it cannot start yet, and the play after version 1."""
    table = [SeatsFilled()] if starts else []
    if plan.position_set is not None:
        return _branch(plan, opened, table)
    if not starts and not plan.given:
        if plan.chosen:
            raise invalid("draws", "draws_before_start")
        return [], Play()
    setup = plan.ruleset.setup(config_of(opened), chance)
    position = fold(plan.ruleset, setup)
    return [*table, *setup, *_arrange(plan, position)], Play(position, 1)


def _branch(plan: Plan, opened: TableOpened, table: list[Any]) -> tuple[list[Any], Play]:
    """Return the events and play of a branch, which is over at once if its position is."""
    position = plan.ruleset.begin(plan.position_set)
    given = _arrange(plan, position)
    over = [reveal_seed(opened)] if plan.ruleset.result(position) else []
    return [plan.position_set, *given, *table, *over], Play(position, 1)


def _arrange(plan: Plan, position: Any) -> list[Any]:
    """Apply the given events to a position, and return them with those that follow; raises Problem (422)."""
    given = arrange(plan.ruleset, position, plan.given) if plan.given else []
    return [*given, *([draws_event(plan.ruleset, position, plan.chosen)] if plan.chosen else [])]


def _status(events: Sequence[Any], waits: bool) -> str:
    if any(isinstance(event, SeedRevealed) for event in events):
        return "finished"
    return "open" if waits else "running"


def fold(ruleset: Ruleset, events: Sequence[Any]) -> Any:
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


def _facts_of_new(
    answer: Created, maker: Maker, hooks: Mapping[int, Hook], seats: Sequence[NewSeat]
) -> dict[str, bytes]:
    """Return the facts of a new game; `hooks` are the webhooks that play its bots, by seat."""
    tokens = {place["seat"]: place["token"] for place in answer.seats if "token" in place}
    tokens |= {number: hook.token(answer.id, number, FIRST_HOLDER) for number, hook in hooks.items()}
    facts = facts_of(maker, {place["seat"]: FIRST_HOLDER for place in answer.seats if "token" in place})
    facts |= {
        authentication.fact_key(token): fact_names.seat_of(number, FIRST_HOLDER) for number, token in tokens.items()
    }
    facts |= {fact_names.bot(number): hook.id.encode() for number, hook in hooks.items()}
    for number, seat in enumerate(seats):
        facts |= facts_of_answers(number, FIRST_HOLDER, seat.votes or {})
    if answer.owner_token:
        facts[authentication.fact_key(answer.owner_token)] = fact_names.OWNER
    if answer.invite:
        facts[authentication.fact_key(answer.invite)] = fact_names.INVITE
    return facts
