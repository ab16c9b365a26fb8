"""Validates arenas, in which agents and bots play each other; a job plays them in slices.

Agents alone play in memory. Where bots take part, every game is hosted: a public game with a clock by which a late bot
resigns.
"""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Final

from domain.core.config import Config
from domain.core.ruleset import Ruleset
from service.clients.budgets import require_budget
from service.clients.limits import require_open
from service.clients.ownership import Maker
from service.clients.rated_bots import Bot, require_place
from service.game.context import Context
from service.game.debts import PATIENCE_S
from service.game.idempotency import Key, queue_long
from service.game.ids import new_id
from service.game.results import Created, Queued
from service.handlers.accept import Accepted, Request, accept_new
from service.handlers.new_seats import NewSeat, configure, name_agent, ruleset_named, with_agent
from service.handlers.openings import new_seed, open_table
from service.handlers.plans import Plan
from service.problems import invalid, missing_credential
from service.table.events import TableOptions
from service.table.terms import Timeout, UndoPolicy
from service.table.timesheets import MOVE
from service.webhooks.registry import find_hook, require_hook
from workers.agents.catalog import default_agent, newest, with_version
from workers.agents.standings import ladders

MOST_GAMES: Final = 200
_SEED_BYTES: Final = 8
_SECRET_BYTES: Final = 16


@dataclass(frozen=True, slots=True)
class ArenaWish:
    """Describes an arena: who plays in it, and the number of games.

    The participants are `agents` by name, or `entrants`, some of which may be bots. There are as many of them as seats,
    and they change seats from game to game. `deadline_s` is the time in which a bot must act. If the arena is `rated`,
    it counts for its bot on the ladder, under the `version` in there.
    """

    ruleset: str
    games: int
    agents: Sequence[str] = ()
    entrants: Sequence[NewSeat] = ()
    map: str | None = None
    modules: Sequence[str] = ()
    options: Mapping[str, Any] = field(default_factory=dict)
    seed: str | None = None
    deadline_s: int = PATIENCE_S
    rated: Mapping[str, str] | None = None


def request_arena(
    ctx: Context, wish: ArenaWish, credential: str | None, maker: Maker, key: Key | None = None
) -> Queued:
    """Queue an arena, whose worker time counts to its maker's share.

    Raises Problem: 422 for an unknown game, agent or webhook, 401 for bots without an API key, 403 for a client that is
    closed.
    """
    return queue_long(ctx, "arena", "arena", lambda: [_plan(ctx, wish, maker), maker.share], credential, key)


def _plan(ctx: Context, wish: ArenaWish, maker: Maker) -> dict[str, Any]:
    """Return the request with all defaults filled in."""
    require_open(ctx, maker)
    ruleset = ruleset_named(ctx, wish.ruleset)
    named = [name_agent(ruleset, agent, f"agents.{number}") for number, agent in enumerate(wish.agents)]
    entrants = [_entrant(ctx, ruleset, f"entrants.{number}", seat, maker) for number, seat in enumerate(wish.entrants)]
    agents = [*named, *(seat.agent or "" for seat in entrants)]
    member = "entrants" if entrants else "agents"
    config = configure(ruleset, len(agents), wish.map, wish.modules, wish.options, member)
    plan: dict[str, Any] = {
        "ruleset": ruleset.name,
        "agents": agents,
        "games": wish.games,
        "seed": secrets.token_hex(_SEED_BYTES) if wish.seed is None else wish.seed,
        "config": asdict(config),
    }
    if any(seat.kind == "bot" for seat in entrants):
        hosted = {"entrants": [asdict(seat) for seat in entrants], "deadline_s": wish.deadline_s}
        # the secret makes the creation of each game idempotent
        plan |= hosted | {"maker": asdict(maker), "secret": secrets.token_hex(_SECRET_BYTES)}
    if wish.rated is not None:
        plan["rated"] = _find_rated_bot(ctx, wish, entrants, maker, config)._asdict()
    require_budget(ctx, maker.share, [agent for agent in agents if agent])
    return plan


def _find_rated_bot(ctx: Context, wish: ArenaWish, entrants: Sequence[NewSeat], maker: Maker, config: Config) -> Bot:
    """Return the bot for which a rated arena counts; raises Problem (422) for one that the ladder does not take.

    It has one bot, with a name, among agents whose strength was measured; the plain game that they were measured in; a
    seed that the server draws; and each seed in every order of the seats.
    """
    ladder = next((ladder for ladder in ladders() if ladder.ruleset == wish.ruleset), None)
    if ladder is None or ladder.seats != config.seats or config != _plain(ctx, wish.ruleset, ladder.seats):
        raise invalid("rated", "no_ladder", seats=0 if ladder is None else ladder.seats)
    if wish.seed is not None:
        raise invalid("seed", "rated_seed")
    if wish.games % ladder.seats:
        raise invalid("games", "rated_games", seats=ladder.seats)
    measured = {with_version(one.name, one.version) for one in ladder.standings}
    bots = [seat for seat in entrants if seat.kind == "bot"]
    for number, seat in enumerate(entrants):
        if seat.kind == "ai" and seat.agent not in measured:
            raise invalid(f"entrants.{number}.agent", "choice", allowed=sorted(measured))
        if seat.kind == "bot" and not seat.name:
            raise invalid(f"entrants.{number}.name", "required")
    if len(bots) != 1 or maker.key is None:
        raise invalid("entrants", "rated_bot")
    if bots[0].webhook is not None:
        _require_own(ctx, bots[0].webhook, maker.key)
    assert wish.rated is not None
    bot = Bot(maker.key, wish.ruleset, bots[0].name or "", wish.rated["version"])
    require_place(ctx, bot)
    return bot


def _plain(ctx: Context, ruleset: str, seats: int) -> Config:
    """Return the configuration that ladders are measured in."""
    return configure(ruleset_named(ctx, ruleset), seats, None, (), {})


def _require_own(ctx: Context, hook_id: str, key_id: str) -> None:
    """Raise Problem (422) for a webhook of somebody else, whose strength is not the caller's."""
    hook = find_hook(ctx, hook_id)
    if hook is None or hook.owner != f"key {key_id}":
        raise invalid("entrants", "rated_bot")


def _entrant(ctx: Context, ruleset: Ruleset, place: str, seat: NewSeat, maker: Maker) -> NewSeat:
    """Return an entrant as its seats will be; a bot has no stand-in, since it forfeits games in which it is late."""
    if seat.kind != "bot":
        return with_agent(ruleset, place, seat)
    if seat.agent is not None or seat.level is not None:
        raise invalid(f"{place}.{'level' if seat.agent is None else 'agent'}", "not_ai")
    if maker.key is None:
        raise missing_credential("api_key")
    if seat.webhook is not None:
        require_hook(ctx, place, seat.webhook, maker.key)
    return replace(seat, deadline_s=None)


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
    agent = newest(default_agent(plan["ruleset"]))
    seats = [NewSeat("ai", one.name, agent) if seat in gone else one for seat, one in enumerate(seats)]
    key = Key.of(f"{plan['secret']} {number}", "POST", "arena", plan["secret"], b"")
    request = Request(new_id(key), Created, key)
    return accept_new(ctx, request, _host, game_id=request.game, plan=plan, number=number, seats=seats), gone


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
    accepted = open_table(ctx, game_id, wish, Maker(**plan["maker"]), limited=False)
    return accepted._replace(answer=replace(accepted.answer, owner_token=None), limited=False)
