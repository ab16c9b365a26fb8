"""Defines arenas: the request, and the result."""

from marshmallow import fields

from domain.core.kinds import OPTIONS, array, text
from service.handlers.arenas import MOST_GAMES as MOST_ARENA_GAMES
from service.schemas.fields import KindField, Pointed, always, sometimes, whole, words
from service.schemas.messages import SEATS
from service.schemas.new_games import MAP, MODULES
from service.schemas.seats import LEVEL
from service.schemas.shapes import Answer, Strict
from service.table.kinds import MOST_SEATS

RATINGS = (-10_000, 10_000)
ARENA = {"ruleset": "catan", "agents": ["heuristic", "uniform", "uniform"], "games": 60, "seed": "first"}


class ArenaSchema(Strict):
    """Agents, one for each seat, that play against each other."""

    ruleset = words(64, **always("The id of the ruleset to play.", example="catan"))
    map = MAP
    modules = MODULES
    options = Pointed(OPTIONS.name, **sometimes("The options of the games, as the ruleset's `options` describes them."))
    agents = KindField(
        array(text(64), MOST_SEATS),
        **always("The ids of the agents, one for each seat, followed by `@` and a level where one is wanted."),
    )
    games = whole(1, MOST_ARENA_GAMES, **always("How many games the agents play."))
    seed = words(
        64, **sometimes("A seed that makes the arena repeatable; by default a random one, shown in the result.")
    )


class ArenaSeatSchema(Answer):
    """The results of an entrant on a seat."""

    seat = whole(*SEATS, **always("The number of the seat, counted from 0."))
    games = whole(0, 2**31, **always("How many games the entrant finished on this seat."))
    wins = fields.Float(**always("How many games the entrant won on this seat; a shared win counts as a fraction."))


class ArenaRowSchema(Answer):
    """The results of an entrant of an arena."""

    entrant = whole(*SEATS, **always("The place of this entrant in the request's `agents`, counted from 0."))
    agent = words(64, **always("The id of the agent that played for this entrant."))
    level = LEVEL
    games = whole(0, 2**31, **always("How many games the entrant played to the end."))
    wins = fields.Float(**always("How many games the entrant won; a shared win counts as a fraction."))
    win_rate = fields.Float(**always("The share of games that the entrant won, from 0 to 1.", minimum=0, maximum=1))
    low = fields.Float(
        **always("The lower bound of the win rate, with 95 % confidence (Wilson score).", minimum=0, maximum=1)
    )
    high = fields.Float(
        **always("The upper bound of the win rate, with 95 % confidence (Wilson score).", minimum=0, maximum=1)
    )
    rating = whole(
        *RATINGS,
        **sometimes(
            "The Elo points of this entrant above the mean of all entrants, fitted to the ranks of all games (Bradley "
            "and Terry, Luce). Absent if it finished no game against another."
        ),
    )
    rating_low = whole(*RATINGS, **sometimes("The lower bound of the rating, with 95 % confidence. Absent without it."))
    rating_high = whole(
        *RATINGS, **sometimes("The upper bound of the rating, with 95 % confidence. Absent without it.")
    )
    mean_points = fields.Float(**always("The entrant's average points at the end of a game."))
    seconds_per_decision = fields.Float(**always("The average processor time of a decision, in seconds."))
    seats = fields.List(
        fields.Nested(ArenaSeatSchema()), **always("The results on each seat where the entrant finished a game.")
    )


class ArenaResultSchema(Answer):
    """The result of an arena, which depends only on the request and the seed, except for its times."""

    ruleset = words(64, **always("The id of the ruleset that was played."))
    map = words(64, **always("The id of the map that was played on."))
    modules = fields.List(fields.String(), **always("The ids of the modules that were played with."))
    options = Pointed(OPTIONS.name, **always("All options of the games, including those set by default."))
    seed = words(64, **always("The seed that makes the arena repeatable."))
    games = whole(1, 2**31, **always("How many games were played in total."))
    unfinished = whole(
        0, 2**31, **always("How many games were stopped after 10,000 commands; they count as no result.")
    )
    mean_commands = fields.Float(**always("The average number of commands in a game."))
    table = fields.List(
        fields.Nested(ArenaRowSchema()), **always("The results of each entrant, in the requested order.")
    )
