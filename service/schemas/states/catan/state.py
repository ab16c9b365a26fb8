"""Describes the state of a game of Catan, without its modules."""

from marshmallow import fields

from domain.catan.kinds import TILE
from domain.core.kinds import Kind, integer
from service.schemas.fields import KindField, Reference, always, explain_members, flag, objects, whole
from service.schemas.frames import FRAME
from service.schemas.shapes import Answer
from service.schemas.states.catan.seat import CatanSeatSchema
from service.schemas.states.catan.terms import GOODS, MOST_CARDS, DevelopmentCardCountsSchema, ResourceCountsSchema
from service.schemas.states.shared import (
    MOST_TURNS,
    how_many,
    one_seat,
    ruleset_field,
    seat_or_null,
    some_seats,
    two_dice,
)


def goods(text: str) -> Kind:
    """Return the type of what may be traded, with a text for each kind."""
    texts = {name: text.format(f"`{name}`") for name in GOODS.schema["properties"]}
    return Kind(explain_members(GOODS.schema, **texts), GOODS.encode, GOODS.decode)


class CatanOfferSchema(Answer):
    """A trade that was offered and not made yet."""

    offer = KindField(integer(1, MOST_TURNS), **always("The number of the offer, which commands use to name it."))
    seat = one_seat("The number of the seat that made the offer.")
    give = KindField(
        goods("How many {} the seat would give."),
        **always("What the seat would give; a kind that is absent means none."),
    )
    take = KindField(
        goods("How many {} the seat would take."),
        **always("What the seat would take; a kind that is absent means none."),
    )
    to = some_seats("The seats that may answer the offer.")
    accepted = some_seats("The seats that have accepted the offer.")
    declined = some_seats("The seats that have declined the offer.")


class CatanStateSchema(Answer):
    """The position of a game of Catan, as far as the caller may know it."""

    ruleset = ruleset_field("catan")
    turn = whole(
        0, MOST_TURNS, **always("The number of the turn, counted from 1 over all seats; 0 during the founding.")
    )
    active = seat_or_null("The seat whose turn it is; null before the first turn.")
    dice = two_dice()
    card_played = flag(**always("Whether a development card was played in this turn."))
    robber = KindField(TILE, **always("The id of the tile on which the robber stands."))
    longest_road = seat_or_null("The seat that has the longest road; null if none has it.")
    largest_army = seat_or_null("The seat that has the largest army; null if none has it.")
    bank = fields.Nested(ResourceCountsSchema(), **always("The resource cards that the bank has left."))
    deck = how_many(MOST_CARDS, "How many development cards can still be bought.")
    played_cards = fields.Nested(
        DevelopmentCardCountsSchema(), **always("The development cards that all seats have played.")
    )
    agenda = fields.List(
        Reference(FRAME),
        **always(
            "What has to be done, as a stack whose last entry comes first; empty once the rules have ended the game."
        ),
    )
    offers = objects(CatanOfferSchema, **always("The trades that are currently offered."))
    seats = objects(CatanSeatSchema, **always("What each seat has, in the order of the seats."))
