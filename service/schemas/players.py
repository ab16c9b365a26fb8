"""Defines players in requests and answers."""

from typing import Any, Final

from marshmallow import ValidationError, validates_schema

from domain.core.kinds import array, text
from service.clients.players import MOST_BLOCKS, MOST_OF_TRUSTED, MOST_PLAYERS
from service.clients.ratings import LISTS
from service.faults import Fault
from service.game.rated_outcomes import SPEEDS
from service.schemas.fields import (
    SHOWN_NAME,
    KindField,
    always,
    choice,
    date_time,
    display_name,
    flag,
    list_of,
    objects,
    query_number,
    sometimes,
    string,
    strings,
    whole,
    words,
)
from service.schemas.games import ID, RULESET
from service.schemas.me import CURSOR
from service.schemas.messages import SEATS
from service.schemas.seats import LONGEST_NAME
from service.schemas.shapes import Answer, Query, Strict
from service.table.terms import STATUSES
from service.views.player_games import MOST_SHOWN

LONGEST_EXTERNAL: Final = 64
MOST_LISTED: Final = 100
PLAYER_ID: Final = words(64, "The id of the player, which is not secret.")
NEXT_CURSOR: Final = string(sometimes("The cursor of the next page. Absent on the last page."))


class PlayerDraftSchema(Strict):
    """A player to make."""

    name = display_name(LONGEST_NAME, always(f"The player's display name: {SHOWN_NAME}.", example="Ana"))
    external_id = words(
        LONGEST_EXTERNAL,
        sometimes(
            "Your own id of the person, which only you and the player are shown. A second request with the same one "
            "answers with the same player."
        ),
    )


class PlayerChangeSchema(Strict):
    """A change of a player: its name, whether it is listed, or whether its presence is shown."""

    name = display_name(LONGEST_NAME, sometimes(f"The player's new display name: {SHOWN_NAME}.", example="Bea"))
    listed = flag(sometimes("True if the player agrees to be shown on ladders, by name and rating; false if no more."))

    presence = flag(
        sometimes("True if the others at a table may see whether the player is there; false, as at first, if not.")
    )

    bounds = {"minProperties": 1}

    @validates_schema
    def need_one(self, change: dict[str, Any], **kwargs: Any) -> None:
        """Require a change."""
        if not change:
            raise ValidationError([Fault("one_of_change")])


class BlocksSchema(Strict):
    """Whom a player has blocked."""

    players = KindField(
        array(text(64), MOST_BLOCKS, unique=True), always("The ids of the blocked players.", example=[])
    )


class PlayersQuery(Query):
    """A page of players."""

    after = words(100, sometimes("The `next` of the previous page.", narrow=CURSOR))
    limit = query_number(1, MOST_LISTED, sometimes("The number of players per page, 50 by default."))


class PlayerQuery(Query):
    """A page of the games of a player."""

    after = words(100, sometimes("The `next` of the previous page.", narrow=CURSOR))
    limit = query_number(1, MOST_SHOWN, sometimes("The number of games per page, 20 by default."))


class PlayerSchema(Answer):
    """A player."""

    id = PLAYER_ID
    name = string("The player's display name; empty if it may not be shown.")
    created = date_time("When the player was made, in ISO 8601.")
    external_id = string(
        sometimes("The application's own id of the person. Present to the application and the player, if it was given.")
    )
    listed = flag(sometimes("True if the player is shown on ladders. Present to the application and the player."))
    presence = flag(
        sometimes("True if tables show whether the player is there. Present to the application and the player.")
    )
    blocks = strings(sometimes("The ids of the players whom this one has blocked. Present to both, if there are any."))


class PlayedGameSchema(Answer):
    """A game in which a player has a seat."""

    game = ID
    ruleset = RULESET
    status = choice(STATUSES, "The state of the game; it is `open` until all seats are taken.")
    seat = whole(*SEATS, "The number of the player's seat.")
    created = date_time("When the game was created, in ISO 8601.")
    private = flag("True if the game is private; it and unlisted games are listed only for application and player.")
    ended = date_time(sometimes("When the game was over, in ISO 8601. Absent before that."))
    winners = list_of(whole(*SEATS), sometimes("The seats that have won. Present once the game is over."))


class SkillSchema(Answer):
    """What is known of a strength, in points."""

    rating = whole(-10_000, 10_000, "The rating in points, as on the ladder of agents: a new player has 1500.")
    deviation = whole(0, 10_000, "The standard deviation of the rating in points, which shrinks with every game.")
    games = whole(0, 10**9, "How many results count in it.")


class PlayerRatingSchema(SkillSchema):
    """A rating of a player."""

    list = choice(LISTS, "The list in which the games were rated: that of the application, or the server's.")
    ruleset = RULESET
    speed = choice(SPEEDS, "The speed of the games, which follows from their clock.")


class ListedPlayerSchema(SkillSchema):
    """A player on a ladder, who has agreed to be shown."""

    player = PLAYER_ID
    name = string("The player's display name; empty if it may not be shown.")


class RatingPageSchema(Answer):
    """A page of the people of a ladder."""

    ratings = objects(ListedPlayerSchema, "The listed players, those who are surely the strongest first.")
    next = NEXT_CURSOR


class RatingsQuery(Query):
    """A page of the people of a ladder."""

    speed = choice(SPEEDS, sometimes("The speed of the games; `slow` by default."))
    list = choice(LISTS, sometimes("The list: the server's (`server`, the default), or that of the API key."))
    after = words(120, sometimes("The `next` of the previous page.", narrow=CURSOR))
    limit = query_number(1, MOST_LISTED, sometimes("The number of players per page, 50 by default."))


class PlayerShownSchema(PlayerSchema):
    """A player with ratings and games."""

    ratings = objects(PlayerRatingSchema, "The player's ratings; empty before the first rated game has ended.")

    games = objects(PlayedGameSchema, "The player's games, the newest first; a page can hold fewer than `limit`.")
    next = NEXT_CURSOR


class PlayerPageSchema(Answer):
    """A page of the players of an API key."""

    players = objects(
        PlayerSchema,
        f"The players of the key, the newest first. A key has at most {MOST_PLAYERS:,}, one that the administrator's "
        f"key made or a descendant of it {MOST_OF_TRUSTED:,}.",
    )
    next = NEXT_CURSOR


class PlayerTokenSchema(Answer):
    """A new token of a player."""

    id = PLAYER_ID
    token = string(
        always(
            "The token to send as `X-Api-Key`, shown only once. An earlier one is no longer valid.",
            example="player-0123456789abcdef01.secret",
        )
    )
