"""Describes what the module of favors adds to the state of a game of Catan."""

from typing import Final

from domain.catan.modules.favors.terms import CATAN_TOKENS, SWAPS, TOKENS
from domain.catan.terms import MOST_SEATS, RESOURCES
from service.schemas.fields import choice, flag, nested, objects, sometimes, whole
from service.schemas.messages import SEATS
from service.schemas.shapes import Answer
from service.schemas.states.catan.base import HIGHEST
from service.schemas.states.shared import count_schema, ids, some_seats

MOST_TOKENS = 14 * MOST_SEATS
FavorTokenCountsSchema = count_schema(
    "FavorTokenCounts", "How many favor tokens of each kind.", "How many of these tokens are {}.", TOKENS, MOST_TOKENS
)


class FavorsSeatSchema(Answer):
    """The tokens of a seat, as far as everybody sees them."""

    seat = whole(*SEATS, "The number of the seat, counted from 0.")
    tokens = whole(0, MOST_TOKENS, "How many favor tokens the seat holds; only the seat itself sees their kinds.")
    catan_tokens = whole(0, CATAN_TOKENS, "How many Catan tokens the seat has; each is worth one victory point.")


class FavorGiftSchema(Answer):
    """A gift that waits for its answer."""

    to = whole(*SEATS, "The number of the seat that may take the gift.")
    resource = choice(RESOURCES, "The kind of card that is offered as a gift.")


class FavorsTurnSchema(Answer):
    """What was done with favors in this turn."""

    used_or_exchanged = flag("True if a favor was used or a token exchanged, which is possible once per turn.")
    swaps_left = whole(0, SWAPS, "How many cards the guild of traders will still swap in this turn.")
    gift_accepted = flag("True if a gift was accepted, so that no other is possible in this turn.")
    asked = some_seats("The seats that were offered a gift in this turn.")
    gift = nested(FavorGiftSchema, "The gift that has not been answered yet; null if there is none.", allow_none=True)


class FavorContactSchema(Answer):
    """The pieces of two cores that were linked earlier; linking them again earns no token."""

    seat = whole(*SEATS, "The number of the first of the two seats.")
    roads = ids(HIGHEST, "The ids of the edges with the roads of the first seat's core.")
    buildings = ids(HIGHEST, "The ids of the nodes with the settlements and cities of the first seat's core.")
    other = whole(*SEATS, "The number of the second of the two seats.")
    other_roads = ids(HIGHEST, "The ids of the edges with the roads of the second seat's core.")
    other_buildings = ids(HIGHEST, "The ids of the nodes with the settlements and cities of the second seat's core.")


class OwnFavorsSchema(Answer):
    """The favor tokens of the caller's seat."""

    tokens = nested(FavorTokenCountsSchema, "How many favor tokens of each kind the seat holds.")
    fresh = nested(
        FavorTokenCountsSchema, "How many of its tokens were earned in this turn and cannot be used before the next."
    )


class FavorsStateSchema(Answer):
    """Favor tokens and gifts; present with the module `favors`."""

    supply = whole(0, MOST_TOKENS, "How many favor tokens lie in the supply, face down.")
    catan_tokens = whole(0, CATAN_TOKENS, "How many Catan tokens are left.")
    used = nested(FavorTokenCountsSchema, "How many favor tokens of each kind were used up.")
    seats = objects(FavorsSeatSchema, "The tokens that each seat holds, in the order of the seats.")
    this_turn = nested(FavorsTurnSchema, "What was done with favors in this turn.")
    contacts_kept = objects(
        FavorContactSchema,
        "Earlier links between cores of two seats that the board no longer shows; linking these again earns no token.",
    )
    own = nested(OwnFavorsSchema, sometimes("The favor tokens that the caller's seat holds. Absent for spectators."))


STATE: Final = nested(FavorsStateSchema, sometimes("Favor tokens and gifts. Present with the module `favors`."))
