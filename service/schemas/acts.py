"""Defines what administrators did, as the list of acts shows it."""

from typing import Final

from marshmallow import fields

from service.clients.acts import LONGEST, MOST_LISTED
from service.schemas.fields import always, objects, query_number, sometimes, words
from service.schemas.shapes import Answer, Query

MOST_OF_ID: Final = 64
"""Limits the characters of an id to look for."""


class ActSchema(Answer):
    """An act of an administrator."""

    time = fields.DateTime(**always("When it was done, in ISO 8601."))
    by = fields.String(**always("Who did it: `key-admin`, a user of the machine on the command line, or a job."))
    operation = fields.String(**always("What was done: the name of the operation, also of acts on the command line."))
    on = fields.String(**always("To which client or game it was done: the id."))
    details = fields.String(**always("What else there is to say about it, such as `closed=True`; empty if nothing."))


class ActPageSchema(Answer):
    """A page of acts."""

    acts = objects(ActSchema, **always("The acts of this page, the newest first."))
    next = fields.String(**sometimes("The cursor of the next page, to send as `after`. Absent on the last page."))


class ActsQuery(Query):
    """A part of the acts."""

    after = words(LONGEST, **sometimes("The `next` of the previous page."))
    on = words(MOST_OF_ID, **sometimes("The id of a client or a game: only what was done to it."))
    limit = query_number(1, MOST_LISTED, **sometimes(f"The largest number of acts per page, {MOST_LISTED} by default."))
