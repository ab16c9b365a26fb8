"""Closes games of other people, replaces names that offend, and removes a client's games, for the administrator.

A closed game is deleted. An end without the players' vote could not be proven when its record is imported, and a
mark beside the log would not be in the record. The unfinished games of a client are removed a few at a time. A game in
which other people play is kept unless the request includes these; a branch whose removal would hide from its own
branches their origin is always kept, like finished games.
"""

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any, Final

import orjson

from service.clients.names import open_names, put_name
from service.game.context import Context
from service.game.engine_help import bare_seats
from service.game.idempotency import Key, queue_long
from service.game.ids import is_imported
from service.game.quarantine import UNREAD
from service.game.results import Queued, Seated
from service.handlers.accept import Request, accept
from service.handlers.holders import rename
from service.handlers.seating import remove
from service.problems import not_found, refusal
from service.queue.keys import removal
from service.table.votes import has_other_people
from service.views.admin import require_client
from service.views.client_games import CLIENT_GAMES, counts, games_of, load_game, note_game
from service.webhooks.registry import end_hooks_of_seats

AT_ONCE: Final = 10
KEPT_S: Final = 24 * 3600


def close_game(ctx: Context, game_id: str) -> None:
    """Delete a game, whatever its state.

    Raises Problem: 404 for an unknown one, and 409 for a branch whose own branches would lose their ancestry.
    """
    if bare_seats(ctx, ctx.games.load(game_id)):
        raise refusal("branch.kept")
    end_hooks_of_seats(ctx, game_id)
    remove(ctx, game_id)


def rename_seat(ctx: Context, game_id: str, seat: int, name: str) -> None:
    """Replace the name of a player, or remove it if `name` is empty.

    While the game goes on, the change of name is in its log, as if the player had made it. Raises Problem (404) for a
    new name if the seat has none, or if its player was forgotten.
    """
    game = ctx.games.load(game_id)
    if not 0 <= seat < len(game.table.seats):
        raise not_found("seat")
    if seat not in open_names(ctx, game_id, ctx.store.names(game_id)):
        if name:
            raise not_found("name")
        return
    is_over = game.table.finished or is_imported(game_id)
    if not is_over and game.table.seats[seat].belongs_to in ("human", "bot"):
        accept(ctx, Request(game_id, Seated), rename, seat, name)
    else:
        put_name(ctx, game_id, seat, name)
    ctx.jobs.drop_replays(game_id)


@dataclass(frozen=True, slots=True)
class Removal:
    """Holds the progress of a removal: of `total` games it removed and kept some; it goes on after a `place`.

    Games are handled from the newest on, so it ends even if others are created meanwhile.
    """

    total: int
    removed: int = 0
    kept: int = 0
    place: tuple[str, str] | None = None
    is_over: bool = False

    @property
    def document(self) -> dict[str, int]:
        """Return the progress as the API shows it."""
        return {"removed": self.removed, "kept": self.kept}

    @property
    def progress(self) -> float:
        """Return the share of the work that is done, from 0 to 1."""
        return 1.0 if self.is_over else min(1.0, (self.removed + self.kept) / max(1, self.total))


def request_removal(ctx: Context, client: str, credential: str | None, key: Key | None, *, people: bool) -> Queued:
    """Queue the removal of a client's games; `people` includes those in which other people play.

    Raises Problem (404) for an invalid client id.
    """
    require_client(client)
    return queue_long(ctx, "removal", "remove_games", lambda: [client, people], credential, key)


def begin_removal(ctx: Context, client: str) -> Removal:
    """Return a removal before its first step."""
    return Removal(counts(ctx, client).games)


def remove_some(ctx: Context, client: str, before: Removal, *, people: bool) -> Removal:
    """Remove the next few games of a client; raises RedisError, and may be called again then."""
    rows = ctx.store.rows.list_rows(CLIENT_GAMES, games_of(client), AT_ONCE, before.place)
    done = [_is_removed(ctx, row.game, people=people) for row in rows]
    return Removal(
        before.total,
        before.removed + done.count(True),
        before.kept + done.count(False),
        rows[-1][:2] if rows else before.place,
        is_over=len(rows) < AT_ONCE,
    )


def remove_while(
    ctx: Context, job_id: str, client: str, *, people: bool, goes_on: Callable[[], bool], tell: Callable[[float], None]
) -> dict[str, int] | None:
    """Continue the removal of a job while `goes_on` allows; return its progress once it is complete, else None."""
    at = _load(ctx, job_id) or begin_removal(ctx, client)
    while not at.is_over:
        at = remove_some(ctx, client, at, people=people)
        ctx.jobs.redis.set(removal(job_id), orjson.dumps(asdict(at)), ex=KEPT_S)
        tell(at.progress)
        if not goes_on():
            break
    return at.document if at.is_over else None


def _load(ctx: Context, job_id: str) -> Removal | None:
    found: Any = ctx.jobs.redis.get(removal(job_id))
    if found is None:
        return None
    known = orjson.loads(found)
    return Removal(**known | {"place": known["place"] and tuple(known["place"])})


def _is_removed(ctx: Context, game_id: str, *, people: bool) -> bool | None:
    """Remove a game unless it must be kept; return whether it was removed, None if it was already finished."""
    try:
        game = load_game(ctx, game_id)
    except UNREAD:
        return False
    if game is None or game.table.finished:
        note_game(ctx, game_id, game)
        return None
    if (has_other_people(game.table) and not people) or bare_seats(ctx, game):
        return False
    remove(ctx, game_id)
    return True
