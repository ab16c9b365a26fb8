"""Defines what clients do, as the administrator sees it."""

from typing import Final

from marshmallow import fields

from service.queue.fair_shares import KEPT_S
from service.schemas.fields import always, flag, objects, query_flag, query_number, sometimes, whole, words
from service.schemas.paging import PageQuery
from service.schemas.shapes import Answer, Query, Strict
from service.settings.fields import MOST_AI_GAMES
from service.views.clients import LONGEST, MOST, MOST_NEWEST

QUEUES: Final = "Absent while the queues' store does not answer."


class ClientLimitsSchema(Strict):
    """What the administrator has set for a client."""

    ai_games = whole(
        0,
        MOST_AI_GAMES,
        **sometimes(
            "How many games in which only agents play it may have at a time, in place of the server's setting. Absent "
            "if that holds."
        ),
    )
    closed = flag(**sometimes("True if the client makes no new games, branches, rematches, imports or arenas."))
    blocked = flag(**sometimes("True if the client takes no seats either. Absent if it may."))


class ClientSchema(Answer):
    """What a client does."""

    id = words(
        LONGEST,
        **always(
            "The id of the client: a pseudonym of an address, which stands for all keys that visitors made there too, "
            "or the id of a key that the administrator's key made, or `key-admin`."
        ),
    )
    games = whole(0, 2**53, **always("How many games that it made are open or running."))
    ai_games = whole(0, 2**53, **always("In how many of them only agents play."))
    limits = fields.Nested(ClientLimitsSchema(), **always("What the administrator has set for it."))
    jobs = whole(0, 2**53, **sometimes(f"How many of its jobs wait or run. {QUEUES}"))
    worker_seconds = fields.Float(
        **sometimes(
            f"The processor seconds that its agents and long jobs used in the last {KEPT_S // 60} minutes. {QUEUES}",
            minimum=0,
        )
    )


class ClientPageSchema(Answer):
    """A page of clients."""

    clients = objects(ClientSchema, **always("The clients of this page, by their ids, the highest first."))
    next = fields.String(**sometimes("The cursor of the next page, to send as `cursor`. Absent on the last page."))


class OneClientSchema(ClientSchema):
    """What a client does, with its newest games."""

    newest = fields.List(
        fields.String(),
        **always(f"The ids of its {MOST_NEWEST} newest games that are open or running, the newest first."),
    )


class ClientsQuery(PageQuery):
    """A part of the clients."""

    after = words(LONGEST, **sometimes("The `next` of the previous page."))
    limited = query_flag(**sometimes("`true` to list those for which limits are set instead, with or without games."))
    limit = query_number(1, MOST, **sometimes(f"The largest number of clients per page, {MOST} by default."))


class RemovalQuery(Query):
    """Which games of a client are removed."""

    people = query_flag(**sometimes("`true` to remove also those in which other people play."))
