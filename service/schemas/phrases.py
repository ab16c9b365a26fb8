"""Defines the phrases that seats may say, and what was said."""

from domain.core.kinds import array, integer
from service.clients.phrases import MOST_SAID, PHRASES
from service.schemas.fields import KindField, always, choice, count, date_time, objects, string
from service.schemas.messages import SEATS
from service.schemas.shapes import Answer, Strict
from service.table.terms import MOST_SEATS

SEAT_LIST = array(integer(*SEATS), MOST_SEATS, unique=True)


class PhraseSchema(Answer):
    """A phrase that seats may say."""

    id = choice(PHRASES, "The id of the phrase, which stays.")
    text = string(always("The phrase in the requested language.", example="Well played!"))


class SaidPhraseSchema(Answer):
    """A phrase that a seat has said."""

    number = count("The number of the message in its game, counted from 1. None comes again.")
    seat = count("The number of the seat that said it.")
    phrase = choice(PHRASES, "The id of the phrase.")
    time = date_time("When the seat said it.")
    version = count("The version of the game at which it was said.")
    text = string(always("The phrase in the requested language.", example="Well played!"))


class TalkSchema(Answer):
    """What may be said at a table, and what was said."""

    phrases = objects(PhraseSchema, "All phrases, in the order in which they are offered.")
    said = objects(
        SaidPhraseSchema,
        f"What was said last, at most {MOST_SAID} messages, the newest last; without those of seats that were muted.",
    )
    muted = KindField(SEAT_LIST, always("The numbers of the seats that the caller's seat has muted.", example=[2]))


class SayPhraseSchema(Strict):
    """A phrase to say."""

    phrase = choice(PHRASES, always("The id of the phrase.", example="well_played"))


class MutedSeatsSchema(Strict):
    """Which seats a seat does not hear."""

    seats = KindField(SEAT_LIST, always("The numbers of the seats to mute; the list may be empty.", example=[2]))
