"""Creates games: configures and seats what was requested, commits to its seed, and opens the table.

The game starts at once if no seat is open.
"""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Final

from domain.core.chance import ALGORITHM, NotedChance, SeededChance
from domain.core.config import Config
from domain.core.ruleset import Ruleset
from eventstore.records import Beside
from service.clients import fact_names
from service.clients.limits import require_open
from service.clients.ownership import (
    NOBODY,
    Maker,
    facts_of,
    label_of,
    note_game,
    note_game_of_player,
    seats_of_client,
)
from service.clients.standing_answers import facts_of_answers
from service.clients.tokens import fact_key, new_token
from service.game.causes import Cause
from service.game.context import Context
from service.game.games import Act, blank
from service.game.idempotency import Key
from service.game.ids import SANDBOX, new_id
from service.game.results import Created
from service.handlers.accept import Accepted, Request, accept_new
from service.handlers.boards import blaming_board, name_board
from service.handlers.budgets import require_budget_for_game
from service.handlers.new_seats import (
    NewSeat,
    agent_fields,
    configure,
    name_policy,
    ruleset_named,
    shuffle,
    with_agents,
)
from service.handlers.plans import Plan, start
from service.handlers.sandboxes import Draws
from service.handlers.thinking import admit_seats
from service.table.events import (
    OFFER_WAIT_S,
    OVERDUE_AFTER_S,
    SeedRevealed,
    TableOpened,
    options_of,
)
from service.table.seat_events import agent_named_by
from service.table.terms import FIRST_HOLDER, Analyses, Talk
from service.table.timesheets import MOVE
from service.views.fairness import commitment_to
from service.webhooks.registry import Hook, require_hook

_SEED_BYTES: Final = 32


def new_seed() -> bytes:
    """Return an unguessable seed."""
    return secrets.token_bytes(_SEED_BYTES)


@dataclass(frozen=True, slots=True)
class NewGame:
    """Describes a game to create, as in the body of `POST games`."""

    ruleset: str
    seats: Sequence[NewSeat]
    map: str | None = None
    board: Mapping[str, Any] | None = None
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
    agent_talk: str = Talk.USUAL.value
    agent_pace_ms: int = 0
    fill: dict[str, Any] | None = None
    stand_in: dict[str, Any] | None = None
    phrases: bool = False
    listed: bool = True
    seed: str | None = None
    sandbox: bool = False
    given: Sequence[Any] = ()
    draws: Draws = ()


def create_game(ctx: Context, wish: NewGame, key: Key | None = None, maker: Maker = NOBODY) -> Created:
    """Create a game; its tokens appear in the answer and nowhere else."""
    game_id = new_id(key, SANDBOX if wish.sandbox else "")
    return accept_new(ctx, Request(game_id, Created, key), _create, game_id=game_id, wish=wish, maker=maker)


def _create(ctx: Context, game_id: str, wish: NewGame, maker: Maker) -> Accepted[Created]:
    ruleset = ruleset_named(ctx, wish.ruleset)
    config = _configure(ruleset, wish)
    return open_table(ctx, game_id, plan_of(ruleset, config, wish), maker)


def _configure(ruleset: Ruleset, wish: NewGame) -> Config:
    if wish.board is None:
        return configure(ruleset, len(wish.seats), wish.map, wish.modules, wish.options)
    name = name_board(ruleset, wish.board)
    with blaming_board():
        return configure(ruleset, len(wish.seats), name, wish.modules, wish.options)


def plan_of(ruleset: Ruleset, config: Config, wish: NewGame) -> Plan:
    """Return the plan of a requested game with this configuration; raises Problem (422) for unknown agents."""
    seed = new_seed() if wish.seed is None else wish.seed.encode()
    wanted = with_agents(ruleset, wish.seats)
    chance = NotedChance(SeededChance(seed))
    if wish.seat_order == "random":
        wanted = shuffle(wanted, chance)
    is_seeded = wish.seed is not None
    clock, analyses = wish.clock and {"kind": MOVE, **wish.clock}, wish.analyses or _usual_analyses(wish)
    fill, stand_in = name_policy(ruleset, "fill", wish.fill), name_policy(ruleset, "stand_in", wish.stand_in)
    return Plan(
        ruleset,
        config,
        wanted,
        replace(options_of(wish), clock=clock, analyses=analyses, fill=fill, stand_in=stand_in),
        seed,
        unfair=is_seeded or wish.sandbox,
        draws=chance.draws,
        salt=new_seed() if is_seeded else b"",
        sandbox=wish.sandbox,
        given=wish.given,
        chosen=wish.draws,
    )


def _usual_analyses(wish: NewGame) -> str:
    """Allow analyses during the game if one party plays against agents only, otherwise after its end."""
    kinds = [seat.kind for seat in wish.seats if seat.kind != "ai"]
    is_alone = len(kinds) < 2 or (wish.hot_seat and set(kinds) == {"human"})
    return (Analyses.ALL if is_alone else Analyses.FINISHED).value


def open_table(
    ctx: Context, game_id: str, plan: Plan, maker: Maker = NOBODY, *, limited: bool = True
) -> Accepted[Created]:
    """Accept a new game: its first version, tokens and seat owners.

    Raises Problem: 403 for a client that is closed, 429 or 403 for a key whose budget does not allow the game, 503 if
    it is `limited` and there is no room for one more table with slow agents.
    """
    require_open(ctx, maker)
    policies = [agent_named_by(policy) for policy in (plan.table.fill, plan.table.stand_in) if policy]
    require_budget_for_game(ctx, maker.share, [*policies, *[seat.agent for seat in plan.seats if seat.agent]])
    plan = replace(plan, seats=admit_seats(ctx, game_id, plan.ruleset, plan.seats, limited=limited))
    opened = replace(opening_event(plan), client=label_of(maker, game_id))
    waits = any(seat.kind == "open" for seat in plan.seats)
    chance = NotedChance(SeededChance(plan.seed))
    events, play = start(plan, opened, chance, starts=not waits)
    playing = [(number, seat.webhook) for number, seat in enumerate(plan.seats) if seat.webhook]
    hooks = {number: require_hook(ctx, f"seats.{number}", hook, maker.key) for number, hook in playing}
    status = "open" if waits else "running"
    if any(isinstance(event, SeedRevealed) for event in events):
        status = "finished"
    answer = _answer(game_id, plan, status)
    note_game(ctx, maker, game_id)
    for seat in plan.seats:
        if seat.player:
            note_game_of_player(ctx, seat.player, game_id)
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
    members = [{"kind": seat.kind, **agent_fields(seat.agent), "deadline_s": seat.deadline_s} for seat in plan.seats]
    seats = [{name: value for name, value in seat.items() if value} for seat in members]
    return TableOpened(
        ruleset=plan.ruleset.name,
        ruleset_version=plan.ruleset.version,
        map=plan.config.map,
        modules=list(plan.config.modules),
        options=plan.config.options,
        seats=seats,
        unfair=plan.unfair,
        parent=plan.parent,
        chance=ALGORITHM,
        commitment=commitment_to(plan.seed, plan.salt),
        seed=plan.seed.hex(),
        salt=plan.salt.hex(),
        held=plan.held | sum(1 << number for number, seat in enumerate(plan.seats) if seat.webhook or seat.player),
        rematch_of=plan.rematch_of,
        sandbox=plan.sandbox,
        **asdict(plan.table),
    )


def _answer(game_id: str, plan: Plan, status: str) -> Created:
    is_closed = plan.table.private or bool(plan.rematch_of)
    tokens = [new_token(game_id) if seat.kind in ("human", "bot") and not seat.webhook else None for seat in plan.seats]
    return Created(
        id=game_id,
        version=1,
        status=status,
        seats=[
            {"seat": number, "kind": seat.kind, **({"token": token} if token else {})}
            for number, (seat, token) in enumerate(zip(plan.seats, tokens, strict=True))
        ],
        owner_token=new_token(game_id),
        invite=new_token(game_id) if status == "open" and is_closed else None,
    )


def _facts_of_new(
    answer: Created, maker: Maker, hooks: Mapping[int, Hook], seats: Sequence[NewSeat]
) -> dict[str, bytes]:
    """Return the facts of a new game; `hooks` are the webhooks that play its bots, by seat."""
    tokens = {place["seat"]: place["token"] for place in answer.seats if "token" in place}
    tokens |= {number: hook.token(answer.id, number, FIRST_HOLDER) for number, hook in hooks.items()}
    makers = [number for number, seat in enumerate(seats) if seat.app in ("", maker.key)]
    held = [place["seat"] for place in answer.seats if "token" in place and place["seat"] in makers]
    facts = facts_of(maker, dict.fromkeys(held, FIRST_HOLDER))
    facts |= {fact_key(token): fact_names.seat_of(number, FIRST_HOLDER) for number, token in tokens.items()}
    facts |= {fact_names.bot(number): hook.id.encode() for number, hook in hooks.items()}
    for number, seat in enumerate(seats):
        if seat.player:
            of = replace(maker, key=seat.app, acts="") if seat.app else maker
            facts |= seats_of_client(replace(of, player=seat.player), {number: FIRST_HOLDER})
        facts |= facts_of_answers(number, FIRST_HOLDER, seat.votes or {})
    if answer.owner_token:
        facts[fact_key(answer.owner_token)] = fact_names.OWNER
    if answer.invite:
        facts[fact_key(answer.invite)] = fact_names.INVITE
    return facts
