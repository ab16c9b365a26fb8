"""Defines arenas: the request, the games that are hosted, and the result."""

from typing import Any

from marshmallow import ValidationError, validates_schema

from domain.core.kinds import OPTIONS, array, text
from service.faults import Fault
from service.game.debts import PATIENCE_S
from service.handlers.arenas import MOST_GAMES as MOST_ARENA_GAMES
from service.schemas.fields import (
    NOT_EMPTY,
    SHOWN_NAME,
    KindField,
    Pointed,
    always,
    choice,
    count,
    display_name,
    fraction,
    number,
    objects,
    sometimes,
    string,
    strings,
    whole,
    words,
)
from service.schemas.messages import SEATS
from service.schemas.new_games import MAP, MODULES
from service.schemas.seats import AGENT_VERSION, LEVEL, LONGEST_NAME, MOST_LEVEL
from service.schemas.shapes import Answer, Inner, Listed, Strict
from service.table.terms import MOST_SEATS

RATINGS = (-10_000, 10_000)
ARENA = {"ruleset": "catan", "agents": ["heuristic", "uniform", "uniform"], "games": 60, "seed": "first"}
ENTRANTS = ("ai", "bot")
LONGEST_DEADLINE_S = 3_600


class EntrantSchema(Strict):
    """Who shall play in an arena: an agent of the server, or a bot of your own or of somebody else."""

    kind = choice(ENTRANTS, "Who plays: an agent of the server (`ai`) or a program outside it (`bot`).")
    name = display_name(LONGEST_NAME, sometimes(f"The name on the entrant's seats: {SHOWN_NAME}."))
    agent = words(
        64,
        sometimes(
            "The id of the agent that plays for an `ai` (by default the strongest), or `planner@1` for a version."
        ),
    )
    level = whole(
        1, MOST_LEVEL, sometimes("The level at which the agent plays, one of those that `GET /v1/agents` lists for it.")
    )
    webhook = words(
        64,
        sometimes(
            "The id of the webhook by which a `bot` plays, your own or a `public` one; without one it plays with the "
            "tokens in the `games` of the job."
        ),
    )


class RatedSchema(Strict):
    """How a rated arena counts."""

    version = words(
        32, always("The version of the bot, under which the ladder lists it beside its name.", narrow=NOT_EMPTY)
    )


class ArenaSchema(Strict):
    """Agents and bots, one for each seat, that play against each other: either `agents` or `entrants`."""

    ruleset = words(64, always("The id of the ruleset to play.", example="catan", narrow=NOT_EMPTY))
    map = MAP
    modules = MODULES
    options = Pointed(OPTIONS.name, sometimes("The options of the games, as the ruleset's `options` describes them."))
    agents = KindField(
        array(text(64), MOST_SEATS),
        sometimes(
            "The ids of the agents, one for each seat, followed by `@` and a level where one is wanted, and by `@` and "
            "a version where not the newest shall play."
        ),
    )
    entrants = Listed(
        EntrantSchema(),
        MOST_SEATS,
        sometimes("The entrants, one for each seat. If one of them is a `bot`, all games are hosted."),
    )
    deadline_s = whole(
        1,
        LONGEST_DEADLINE_S,
        sometimes(
            "The seconds that a bot has for each thing that it must do; one that is late forfeits the game.",
            default=PATIENCE_S,
        ),
    )
    games = whole(1, MOST_ARENA_GAMES, "How many games the agents play.")
    rated = Inner(
        RatedSchema(),
        sometimes(
            "Present if the games count on the ladder of bots: for one bot of your own, which has a name, among agents "
            "of the ladder, in the plain game, without a seed; each seed is played in every order of the seats."
        ),
    )
    seed = words(64, sometimes("A seed that makes the arena repeatable; by default a random one, shown in the result."))

    @validates_schema
    def need_one(self, arena: dict[str, Any], **kwargs: Any) -> None:
        """Require exactly one list of who plays."""
        if ("agents" in arena) == ("entrants" in arena):
            raise ValidationError([Fault("one_list")])


class HostedSeatSchema(Answer):
    """A seat of a hosted game of an arena."""

    seat = whole(*SEATS, "The number of the seat, counted from 0.")
    entrant = whole(*SEATS, "The place of the seat's entrant in the request's `entrants`, counted from 0.")
    token = string(
        sometimes("The token that acts for this seat. Present for a bot without a webhook, which is to play with it.")
    )


class HostedGameSchema(Answer):
    """A game of an arena that everyone may watch."""

    number = whole(0, MOST_ARENA_GAMES, "The number of the game in the arena, counted from 0.")
    game = words(64, "The id of the game, used in its paths.")
    status = choice(("running", "finished"), "The state of the game as the arena has noted it.")
    seats = objects(HostedSeatSchema, "The seats in order, with who plays on each.")


class ArenaSeatSchema(Answer):
    """The results of an entrant on a seat."""

    seat = whole(*SEATS, "The number of the seat, counted from 0.")
    games = count("How many games the entrant finished on this seat.")
    wins = number("How many games the entrant won on this seat; a shared win counts as a fraction.")


class ArenaRowSchema(Answer):
    """The results of an entrant of an arena."""

    entrant = whole(*SEATS, "The place of this entrant in the request's `agents`, counted from 0.")
    kind = choice(ENTRANTS, "Who played: an agent of the server (`ai`) or a program outside it (`bot`).")
    name = string(sometimes("The name on the entrant's seats. Absent without one."))
    agent = words(64, sometimes("The id of the agent that played for this entrant. Absent for a bot."))
    level = LEVEL
    agent_version = AGENT_VERSION
    webhook = words(64, sometimes("The id of the webhook by which a bot played. Absent without one."))
    games = count("How many games the entrant played to the end.")
    wins = number("How many games the entrant won; a shared win counts as a fraction.")
    forfeits = count(
        "How many games the entrant forfeited; they count as played and lost, and for the ratings as lost to every "
        "other entrant alone."
    )
    win_rate = fraction("The share of games that the entrant won, from 0 to 1.")
    low = fraction("The lower bound of the win rate, with 95 % confidence (Wilson score).")
    high = fraction("The upper bound of the win rate, with 95 % confidence (Wilson score).")
    rating = whole(
        *RATINGS,
        sometimes(
            "The Elo points of this entrant above the mean of all entrants, fitted to the ranks of all games (Bradley "
            "and Terry, Luce). Absent if it finished no game against another."
        ),
    )
    rating_low = whole(*RATINGS, sometimes("The lower bound of the rating, with 95 % confidence. Absent without it."))
    rating_high = whole(*RATINGS, sometimes("The upper bound of the rating, with 95 % confidence. Absent without it."))
    mean_points = number("The entrant's average points at the end of a game.")
    seconds_per_decision = number(
        sometimes("The average processor time of a decision, in seconds. Absent where games were hosted.")
    )
    seats = objects(ArenaSeatSchema, "The results on each seat where the entrant finished a game.")


class ArenaResultSchema(Answer):
    """The result of an arena, which depends only on the request and the seed, except for its times."""

    ruleset = words(64, "The id of the ruleset that was played.")
    map = words(64, "The id of the map that was played on.")
    modules = strings("The ids of the modules that were played with.")
    options = Pointed(OPTIONS.name, "All options of the games, including those set by default.")
    seed = words(64, "The seed that makes the arena repeatable.")
    games = whole(1, 2**31, "How many games were played in total.")
    unfinished = count(
        "How many games were stopped after 10,000 commands, or hosted for a day without an end; they count as no "
        "result."
    )
    mean_commands = number("The average number of commands in a game.")
    table = objects(ArenaRowSchema, "The results of each entrant, in the requested order.")
