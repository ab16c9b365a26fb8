"""What the module of favors adds to the state of a game of Catan."""

from marshmallow import fields

from domain.catan.modules.favors.terms import CATAN_TOKENS, SWAPS, TOKENS
from domain.catan.terms import MOST_SEATS, RESOURCES
from service.schemas.fields import always, choice, flag, sometimes
from service.schemas.shapes import Answer
from service.schemas.states.catan_terms import HIGHEST
from service.schemas.states.counted import counted
from service.schemas.states.shared import how_many, ids, one_seat, some_seats

MOST_TOKENS = 14 * MOST_SEATS
FavorTokenCountsSchema = counted("FavorTokenCounts", "How many favor tokens of each kind.", TOKENS, MOST_TOKENS)


class FavorsSeatSchema(Answer):
    """The tokens of a seat, as far as they lie open."""

    seat = one_seat("The number of the seat, from 0.")
    tokens = how_many(MOST_TOKENS, "How many favor tokens it holds; of which kind only the seat itself knows.")
    catan_tokens = how_many(CATAN_TOKENS, "How many Catan tokens it has; each is worth a point.")


class FavorGiftSchema(Answer):
    """A gift that waits for its answer."""

    to = one_seat("The seat that may take it.")
    resource = choice(RESOURCES, **always("The kind of card that is given."))


class FavorsTurnSchema(Answer):
    """What was done with favors in this turn."""

    used_or_exchanged = flag(**always("Whether a favor was used or a token exchanged; it can be done once a turn."))
    swaps_left = how_many(SWAPS, "How many cards the traders still swap for the token that was used; 0 without one.")
    gift_accepted = flag(**always("Whether a gift was accepted; no other can be made in this turn."))
    asked = some_seats("The seats that were offered a gift in this turn.")
    gift = fields.Nested(
        FavorGiftSchema(), allow_none=True, **always("The gift that waits for its answer; null where there is none.")
    )


class FavorContactSchema(Answer):
    """Pieces of two seats that have met; the same meeting earns no token again."""

    seat = one_seat("One of the two seats.")
    roads = ids(HIGHEST, "The edges of its roads in this meeting.")
    buildings = ids(HIGHEST, "The nodes of its settlements and cities in this meeting.")
    other = one_seat("The other seat.")
    other_roads = ids(HIGHEST, "The edges of the other seat's roads in this meeting.")
    other_buildings = ids(HIGHEST, "The nodes of the other seat's settlements and cities in this meeting.")


class OwnFavorsSchema(Answer):
    """The favor tokens of the caller's seat."""

    tokens = fields.Nested(FavorTokenCountsSchema(), **always("All that it holds."))
    fresh = fields.Nested(
        FavorTokenCountsSchema(), **always("Those that came in this turn, which cannot be used before the next.")
    )


class FavorsStateSchema(Answer):
    """Favor tokens and gifts; present where the game is played with the module `favors`."""

    supply = how_many(MOST_TOKENS, "How many favor tokens lie in the supply, face down.")
    catan_tokens = how_many(CATAN_TOKENS, "How many Catan tokens are left.")
    used = fields.Nested(FavorTokenCountsSchema(), **always("The favor tokens that were used up."))
    seats = fields.List(fields.Nested(FavorsSeatSchema()), **always("The tokens of every seat."))
    this_turn = fields.Nested(FavorsTurnSchema(), **always("What was done with favors in this turn."))
    contacts_kept = fields.List(
        fields.Nested(FavorContactSchema()),
        **always("Where pieces of two seats have met already, so that no token comes of it again."),
    )
    own = fields.Nested(OwnFavorsSchema(), **sometimes("The favor tokens of the caller's seat; absent for spectators."))
