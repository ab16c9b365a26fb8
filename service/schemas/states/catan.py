"""The state of a game of Catan, without what its modules add."""

from marshmallow import fields

from domain.catan.commands import TILE
from domain.core.kinds import integer
from service.schemas.fields import KindField, Reference, always, flag, whole
from service.schemas.frames import FRAME
from service.schemas.shapes import Answer
from service.schemas.states.catan_seat import CatanSeatSchema
from service.schemas.states.catan_terms import GOODS, MOST_CARDS, DevelopmentCardCountsSchema, ResourceCountsSchema
from service.schemas.states.shared import (
    MOST_TURNS,
    how_many,
    named_ruleset,
    one_seat,
    seat_or_null,
    some_seats,
    two_dice,
)


class CatanOfferSchema(Answer):
    """A trade that was offered and that nobody has made yet."""

    offer = KindField(integer(1, MOST_TURNS), **always("The number of the offer, by which commands name it."))
    seat = one_seat("The seat that offers.")
    give = KindField(GOODS, **always("What that seat would give, by kind; a kind that is absent: none."))
    take = KindField(GOODS, **always("What it would take, by kind; a kind that is absent: none."))
    to = some_seats("The seats that may answer.")
    accepted = some_seats("The seats that would trade so.")
    declined = some_seats("The seats that would not.")


class CatanStateSchema(Answer):
    """The position of a game of Catan, as far as the caller may know it."""

    ruleset = named_ruleset("catan")
    turn = whole(0, MOST_TURNS, **always("The number of the turn, counted over all seats from 1; 0 in the founding."))
    active = seat_or_null("The seat whose turn it is; null before the first turn.")
    dice = two_dice()
    card_played = flag(**always("Whether a development card was played in this turn."))
    robber = KindField(TILE, **always("The id of the tile on which the robber stands."))
    longest_road = seat_or_null("The seat that has the longest road; null where nobody has it.")
    largest_army = seat_or_null("The seat that has the largest army; null where nobody has it.")
    bank = fields.Nested(ResourceCountsSchema(), **always("The resource cards of the bank."))
    deck = how_many(MOST_CARDS, "How many development cards can still be bought.")
    played_cards = fields.Nested(
        DevelopmentCardCountsSchema(), **always("The development cards that all seats have played.")
    )
    agenda = fields.List(
        Reference(FRAME),
        **always("What has to be done now; the last entry comes first. Empty once the game is over."),
    )
    offers = fields.List(fields.Nested(CatanOfferSchema()), **always("The trades that are offered now."))
    seats = fields.List(fields.Nested(CatanSeatSchema()), **always("What every seat has, in the order of the seats."))
