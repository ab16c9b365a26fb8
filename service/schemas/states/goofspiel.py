"""Describes the states and boards of Goofspiel."""

from typing import Final

from domain.core.kinds import array
from domain.goofspiel import CARD, CARDS
from service.schemas.fields import KindField, objects, or_null, whole
from service.schemas.messages import SEATS
from service.schemas.shapes import Answer
from service.schemas.states.shared import POINTS, BoardHead, agenda, ruleset_field

_CARDS: Final = array(CARD, CARDS, unique=True)


class GoofspielSeatSchema(Answer):
    """A seat, its points and its cards."""

    seat = whole(*SEATS, "The number of the seat, counted from 0.")
    points = whole(*POINTS, "The sum of the prizes that the seat has taken.")
    cards = KindField(_CARDS, "The cards that the seat holds, a hidden bid among them, ascending.")
    bid = KindField(or_null(CARD), "The card that the seat bid; null before the bid, and for all others.")


class GoofspielStateSchema(Answer):
    """The position of Goofspiel as a seat or a spectator knows it."""

    ruleset = ruleset_field("goofspiel")
    turn = whole(0, CARDS, "The number of the prize, counted from 1.")
    prize = whole(0, CARDS, "How many points the open prize is worth; 0 after the last one.")
    prizes = KindField(_CARDS, "The prizes that are still to come, ascending.")
    agenda = agenda()
    seats = objects(GoofspielSeatSchema, "All seats, in their order.")


class GoofspielBoardSchema(BoardHead):
    """The board of Goofspiel, on which nothing is printed."""

    ruleset = ruleset_field("goofspiel")


STATE: Final = GoofspielStateSchema()
BOARD: Final = GoofspielBoardSchema()
