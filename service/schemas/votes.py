"""Defines votes, undo and redo: requests, and how they are shown."""

from service.clients.standing_answers import ANSWERS
from service.game.undo_rights import Right
from service.schemas.fields import choice, flag, list_of, nested, objects, sometimes, string, unbounded, whole
from service.schemas.messages import SEATS, VERSIONS
from service.schemas.shapes import Answer, Strict
from service.table.terms import OUTCOMES, VOTES


class AnswerSchema(Strict):
    """An answer to a vote."""

    accept = flag("True to vote yes, false to vote no; the answer cannot be changed.")


class VoteSchema(Answer):
    """A vote of the parties."""

    id = whole(1, 2**31, "The number of the vote in its game, counted from 1.")
    kind = choice(VOTES, "What the vote decides; `seat` means that a seat is opened to someone else.")
    by = unbounded("The number of the seat that opened the vote; null for the owner.", allow_none=True)
    to_version = whole(*VERSIONS, sometimes("The version to return to. Present on votes on undo and redo."))
    until = string(sometimes("When the pause would end, in ISO 8601. Present on votes on a pause."))
    seat = whole(*SEATS, sometimes("The number of the seat to be opened. Present on votes on a seat."))
    yes = list_of(whole(*SEATS), "The seats that accepted; one seat answers for each party.")
    no = list_of(whole(*SEATS), "The seats that refused; one seat answers for each party.")
    waiting = list_of(whole(*SEATS), "The seats that can vote and have not answered.")
    closes_at = string("When the vote ends without further answers, in ISO 8601.")
    status = choice(
        ("open", *OUTCOMES), "The state of the vote; `stale` means that the game went on before it was decided."
    )


class VoteAnswersSchema(Strict):
    """How a seat shall answer some kinds of votes beforehand: yes (`accept`), no (`decline`), or not at all (`ask`)."""

    undo = choice(ANSWERS, sometimes("The answer to votes on an undo."))
    redo = choice(ANSWERS, sometimes("The answer to votes on a redo."))
    abandon = choice(ANSWERS, sometimes("The answer to votes on ending the game without a winner."))
    pause = choice(ANSWERS, sometimes("The answer to votes on a pause."))
    seat = choice(ANSWERS, sometimes("The answer to votes on opening a seat."))


class SeatVotesSchema(Answer):
    """How a seat answers each kind of vote beforehand: yes (`accept`), no (`decline`), or not at all (`ask`)."""

    undo = choice(ANSWERS, "The answer to votes on an undo.")
    redo = choice(ANSWERS, "The answer to votes on a redo.")
    abandon = choice(ANSWERS, "The answer to votes on ending the game without a winner.")
    pause = choice(ANSWERS, "The answer to votes on a pause.")
    seat = choice(ANSWERS, "The answer to votes on opening a seat.")


class VoteListSchema(Answer):
    """All votes of a game."""

    votes = objects(VoteSchema, "All votes of the game, oldest first.")
    beforehand = nested(
        SeatVotesSchema,
        sometimes("How your seat answers votes beforehand, which nobody else sees. Present if you have a seat."),
    )


class UndoSchema(Strict):
    """How far to undo."""

    to_version = whole(
        *VERSIONS,
        sometimes(
            "The version to return to; by default the one before the newest command of the caller, or of any "
            "seat for the owner."
        ),
    )
    expected_version = whole(
        *VERSIONS, sometimes("The newest version the caller knows; if the game has moved on, the answer is 412.")
    )


class RedoSchema(Strict):
    """A redo of the newest undo."""

    expected_version = whole(
        *VERSIONS, sometimes("The newest version the caller knows; if the game has moved on, the answer is 412.")
    )


class HeadMoveSchema(Answer):
    """Where an undo or a redo leads, and whether it needs a vote."""

    to = whole(*VERSIONS, "The version whose position the game would return to.")
    by = choice(
        [right.value for right in Right], "`own` if it happens at once, `vote` if every other party must accept it."
    )
