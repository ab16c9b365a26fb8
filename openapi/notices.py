"""Makes example notices of webhooks: the service sends them from a real game, to a bot and to a player."""

from collections.abc import Iterator
from typing import Any, Final

from openapi.masks import Masks
from openapi.table_course import SHEETS, Hours, Table, new_context
from service.clients import fact_names
from service.game.context import Context
from service.handlers import resignation
from service.handlers.create_game import NewGame
from service.handlers.new_seats import NewSeat
from service.handlers.seat_changes import SeatChange, change_seat
from service.handlers.votes import abandon
from service.webhooks.messages import message
from service.webhooks.registry import TEST, TYPES, Delivery, Hook, keep_hook

BOT: Final = 0
PERSON: Final = 1


def notices() -> dict[str, list[Any]]:
    """Return notices by type, with random names replaced by constant ones."""
    hours = Hours()
    ctx = new_context(hours)
    hook = Hook(f"hook-{'0' * 18}", "nobody", "https://bot.example.org/", TYPES, True, True, "", "00", hours())
    keep_hook(ctx, hook)
    bot = NewSeat("bot", webhook=hook.id, agent="uniform", deadline_s=30)
    table = Table(ctx, NewGame(SHEETS, [bot, NewSeat("human")], seed="example"))
    holder = table.game.table.seats[PERSON].holder
    ctx.store.set_facts(table.made.id, {fact_names.hooks_of_seat(PERSON, holder) + hook.id: fact_names.SET})
    notices = list(_notices(ctx, hook, table, hours))
    found: dict[str, list[Any]] = {type_: [] for type_ in (*TYPES, TEST)}
    for notice in Masks().settle(notices):
        found[notice["type"]].append(notice)
    return found


def _notices(ctx: Context, hook: Hook, table: Table, hours: Hours) -> Iterator[dict[str, Any] | None]:
    def tell(type_: str, seat: int) -> dict[str, Any] | None:
        game = table.game
        return message(ctx, hook, Delivery(1, type_, game.id, seat, game.version, hours()))

    yield tell("started", BOT)
    yield tell("turn", PERSON)
    while table.game.awaiting()[0].seat != BOT:
        table.act()
    yield tell("turn", BOT)
    yield tell("events", PERSON)
    change_seat(ctx, table.caller(PERSON), PERSON, SeatChange(agent="uniform"))
    yield tell("seat_changed", PERSON)
    change_seat(ctx, table.caller(PERSON), PERSON, SeatChange(back=True))
    abandon(ctx, table.caller(PERSON))
    yield tell("vote", BOT)
    resignation.resign(ctx, table.caller(PERSON))
    yield tell("finished", BOT)
    yield tell(TEST, BOT)
