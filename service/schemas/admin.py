"""Defines what the administrator sees and changes: clients, games of other people, and acts."""

from typing import Final

from service.clients.audit_log import LONGEST, MOST_LISTED
from service.queue.fair_shares import KEPT_S
from service.schemas.fields import (
    SHOWN_NAME,
    choice,
    date_time,
    display_name,
    flag,
    nested,
    number,
    objects,
    query_flag,
    query_number,
    sometimes,
    string,
    strings,
    whole,
    words,
)
from service.schemas.games import CREATED, ID, RULESET, STATUS
from service.schemas.messages import SEATS, VERSIONS
from service.schemas.seats import LONGEST_NAME
from service.schemas.shapes import Answer, PageQuery, Query, Strict
from service.settings.fields import MOST_AI_GAMES
from service.views.admin import LONGEST_CURSOR, LONGEST_ID, MOST, MOST_NEWEST, STATUSES

MOST_DAYS: Final = 36_500
LONGEST_REASON: Final = 200
QUEUES: Final = "Absent while the queues' store does not answer."


class ClientLimitsSchema(Strict):
    """What the administrator has set for a client."""

    ai_games = whole(
        0,
        MOST_AI_GAMES,
        sometimes(
            "How many games in which only agents play it may have at a time, in place of the server's setting. Absent "
            "if that holds."
        ),
    )
    closed = flag(sometimes("True if the client makes no new games, branches, rematches, imports or arenas."))
    blocked = flag(sometimes("True if the client takes no seats either. Absent if it may."))
    rated = flag(
        sometimes("True if players of this API key may be rated in the server's list. Absent if they may not.")
    )


class ClientSchema(Answer):
    """What a client does."""

    id = words(
        LONGEST_ID,
        "The id of the client: a pseudonym of an address, which stands for all keys that visitors made there too, "
        "or the id of a key that the administrator's key made, or `key-admin`.",
    )
    games = whole(0, 2**53, "How many games that it made are open or running.")
    ai_games = whole(0, 2**53, "In how many of them only agents play.")
    limits = nested(ClientLimitsSchema, "What the administrator has set for it.")
    jobs = whole(0, 2**53, sometimes(f"How many of its jobs wait or run. {QUEUES}"))
    worker_seconds = number(
        sometimes(
            f"The processor seconds that its agents and long jobs used in the last {KEPT_S // 60} minutes. {QUEUES}",
            minimum=0,
        )
    )


class ClientPageSchema(Answer):
    """A page of clients."""

    clients = objects(ClientSchema, "The clients of this page, by their ids, the highest first.")
    next = string(sometimes("The cursor of the next page, to send as `cursor`. Absent on the last page."))


class OneClientSchema(ClientSchema):
    """What a client does, with its newest games."""

    newest = strings(f"The ids of its {MOST_NEWEST} newest games that are open or running, the newest first.")


class ClientsQuery(PageQuery):
    """A part of the clients."""

    after = words(LONGEST_ID, sometimes("The `next` of the previous page."))
    limited = query_flag(sometimes("`true` to list those for which limits are set instead, with or without games."))
    limit = query_number(1, MOST, sometimes(f"The largest number of clients per page, {MOST} by default."))


class RemovalQuery(Query):
    """Which games of a client are removed."""

    people = query_flag(sometimes("`true` to remove also those in which other people play."))


class FinishedQuery(Query):
    """Which finished games are deleted: those that meet all the conditions in the query."""

    finished_days = query_number(
        1, MOST_DAYS, "Only games that ended, or were imported, at least this many days ago are deleted."
    )
    ruleset = words(LONGEST_ID, sometimes("The name of a ruleset. Only games of this ruleset are deleted."))
    key = words(LONGEST_ID, sometimes("The id of an API key. Only games that it made are deleted."))
    dry_run = query_flag(sometimes("`true` to count the games, and to delete none."))


class AdminSeatSchema(Answer):
    """A seat of a game, as the administrator sees it."""

    seat = whole(*SEATS, "The number of the seat.")
    kind = string("Who plays it: `human`, `ai`, `bot`, or `open` if it is free.")
    name = string(sometimes("The player's display name. Absent if there is none."))


class AdminGameSchema(Answer):
    """A game that is open or running, as the administrator sees it."""

    id = ID
    client = string("The id of the client that made it.")
    ruleset = RULESET
    status = STATUS
    version = whole(*VERSIONS, "The newest version of the game.")
    private = flag("True if only its players can see it.")
    created = CREATED
    changed = date_time("When its newest version came, in ISO 8601.")
    seats = objects(AdminSeatSchema, "The seats of the game, by number.")


class AllGamesPageSchema(Answer):
    """A page of games of all clients."""

    games = objects(AdminGameSchema, "The games of this page.")
    next = string(sometimes("The cursor of the next page, to send as `after`. Absent on the last page."))


class AllGamesQuery(Query):
    """Which games of all clients are listed."""

    client = words(LONGEST_ID, sometimes("The id of a client: only games that it made, the newest first."))
    status = choice(STATUSES, sometimes("Lists only games in this state."))
    idle_days = query_number(0, MOST_DAYS, sometimes("Lists only games without a new version for so many days."))
    after = words(LONGEST_CURSOR, sometimes("The `next` of the previous page."))
    limit = query_number(1, MOST, sometimes(f"The largest number of games per page, {MOST} by default."))


class CloseGameQuery(Query):
    """Why a game is closed."""

    reason = words(LONGEST_REASON, sometimes("Why it is closed, for the list of acts; names do not belong there."))


class SeatNameSchema(Strict):
    """Another name for the player of a seat."""

    name = display_name(LONGEST_NAME, sometimes(f"The new display name: {SHOWN_NAME}. Without it the name goes."))


class ActSchema(Answer):
    """An act of an administrator."""

    time = date_time("When it was done, in ISO 8601.")
    by = string("Who did it: `key-admin`, a user of the machine on the command line, or a job.")
    operation = string("What was done: the name of the operation, also of acts on the command line.")
    on = string("To which client or game it was done: the id.")
    details = string("What else there is to say about it, such as `closed=True`; empty if nothing.")


class ActPageSchema(Answer):
    """A page of acts."""

    acts = objects(ActSchema, "The acts of this page, the newest first.")
    next = string(sometimes("The cursor of the next page, to send as `after`. Absent on the last page."))


class ActsQuery(Query):
    """A part of the acts."""

    after = words(LONGEST, sometimes("The `next` of the previous page."))
    on = words(LONGEST_ID, sometimes("The id of a client or a game: only what was done to it."))
    limit = query_number(1, MOST_LISTED, sometimes(f"The largest number of acts per page, {MOST_LISTED} by default."))
