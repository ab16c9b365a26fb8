"""Defines problems, following RFC 9457."""

from typing import Final

from service.clients.api_keys import SCOPES
from service.faults import MOST_FAULTS
from service.game.quarantine import AWAY_REASONS, DAMAGED_THERE
from service.schemas.fields import (
    always,
    as_described,
    choice,
    date_time,
    flag,
    list_of,
    number,
    objects,
    sometimes,
    string,
    strings,
    whole,
    words,
)
from service.schemas.shapes import Answer
from service.table.terms import MOST_SEATS

JSON_TYPES: Final = ("null", "boolean", "number", "string", "array", "object")
TYPES: Final = ("integer", *JSON_TYPES)
BUDGETS: Final = ("cpu", "games")
CREDENTIALS: Final = (
    "seat_token",
    "token_of_this_seat",
    "token_of_this_game",
    "owner_token",
    "api_key",
    "administrator_key",
    "player_token",
)
GIVEN: Final = (
    "nothing",
    "malformed",
    "unknown_token",
    "unknown_key",
    "unknown_ticket",
    "misplaced_key",
    "misplaced_token",
    "token_of_another_game",
    "token_of_another_seat",
    "resigned_seat",
    "seat_token",
    "owner_token",
    "api_key",
    "player_token",
)


class FaultSchema(Answer):
    """A member of a request that is not valid."""

    pointer = string(
        always(
            "The JSON Pointer to the member that is wrong, in the body unless `parameter` or `header` is present.",
            example="/edge",
        )
    )
    parameter = string(
        sometimes("The parameter of the query that is wrong. Absent unless the fault is in the query.", example="limit")
    )
    header = string(
        sometimes("The header that is wrong. Absent unless the fault is in a header.", example="Last-Event-ID")
    )
    code = string(always("The kind of fault, as a word for programs.", example="range"))
    detail = string(always("What is wrong, in the requested language.", example="must be a whole number from 0 to 71"))
    expected = list_of(
        choice(TYPES), sometimes("The JSON types that the member may have. Present with the code `type`.")
    )
    given = choice(JSON_TYPES, sometimes("The JSON type that was sent. Present with the code `type`."))
    allowed = strings(sometimes("All values or names that are allowed. Absent if not limited."))
    nearest = strings(sometimes("The allowed values most similar to what was sent. Absent if none is similar."))
    minimum = whole(-(2**53), 2**53, sometimes("The smallest number that is allowed. Absent without such a limit."))
    maximum = whole(-(2**53), 2**53, sometimes("The largest number that is allowed. Absent without such a limit."))


class AwaitedSeatSchema(Answer):
    """A seat for which the game waits."""

    seat = whole(0, MOST_SEATS - 1, "The number of the seat that may or must act.")
    frame = string("The id of what the seat has to do; `words.frames` of the ruleset translates it.")
    must = flag("True if the game cannot continue until this seat acts.")


class ProblemSchema(Answer):
    """An error in the format of RFC 9457; its texts are in the requested language."""

    type = string(
        always(
            "The type of the problem: `/problems/` and a word of a fixed list, below the server's path if it has one.",
            example="/problems/refused",
        )
    )
    title = string(always("The type in a few words of the requested language.", example="Refused by the rules"))
    status = whole(
        400, 599, always("The HTTP status of this answer; in jobs and dry runs, what it would be.", example=409)
    )
    detail = string("What is wrong and what helps, in the requested language.")
    instance = string("The path of the request or of the job, percent-encoded.")
    rule = words(100, sometimes("The id of the rule that refused, to use with `GET /v1/rules/{id}`."))
    missing = as_described(
        {"type": "object", "additionalProperties": {"type": "integer"}},
        sometimes("How many cards, dice or coins are missing for the command, by kind."),
    )
    version = whole(
        0, 2**53, sometimes("The newest version of the game, or the version at which a record or log is wrong.")
    )
    index = whole(
        0,
        199,
        sometimes("The place of the refused command in the batch, or of the wrong event in its version, from 0."),
    )
    limit = whole(
        0,
        2**53,
        sometimes(
            "How much there may be: games at a time; bytes with `too_large`; levels, or members of an object, with "
            "`bad_json`. Present if such a limit was exceeded."
        ),
    )
    member = words(100, sometimes("The name of the member that appears twice. May be present with `bad_json`."))
    awaiting = objects(
        AwaitedSeatSchema,
        sometimes("The seats that may or must act; empty after the end. Present if the rules refused a command."),
    )
    given = choice(
        GIVEN, sometimes("The credential that was sent. May be present with `unauthorized` and `forbidden`.")
    )
    expected = list_of(
        choice(CREDENTIALS),
        sometimes("The credentials of which one is needed. May be present with `unauthorized` and `forbidden`."),
    )
    scope = choice(SCOPES, sometimes("The scope that the API key lacks. Present with `forbidden`."))
    allowed = strings(
        sometimes("The methods, media types, API versions or ids that can be used instead of what was requested.")
    )
    nearest = strings(sometimes("The existing paths or ids most similar to the one requested, best first."))
    line = whole(1, 2**53, sometimes("The line where the body stops being JSON, from 1. Present with `bad_json`."))
    column = whole(1, 2**53, sometimes("The column where the body stops being JSON, from 1. Present with `bad_json`."))
    budget = choice(
        BUDGETS,
        sometimes(
            "Which part of the budget of the API key is used up: processor seconds of the day, or games at a time. "
            "Present with `budget_used_up`."
        ),
    )
    renews = date_time(
        sometimes("When the budget renews, in ISO 8601. Present with `budget_used_up`, unless games are in the way.")
    )
    reason = choice(
        (*AWAY_REASONS, DAMAGED_THERE),
        sometimes(
            "Why the archived game cannot be read now: `damaged` if its bytes there are not those that were written, "
            "otherwise why the archive cannot be reached. Present with `archive_unavailable`."
        ),
    )
    free_ms = number(
        sometimes("How much more tables with slow agents may cost now, as in `GET /v1`. Present with `agents_busy`.")
    )
    needed_ms = number(sometimes("How much the requested table would cost. Present with `agents_busy`."))
    errors = objects(
        FaultSchema,
        sometimes("The first members of the request that are wrong, each with the reason; `more` counts the others."),
    )
    more = whole(1, 2**53, sometimes(f"How many more members are wrong. Present if there are more than {MOST_FAULTS}."))
