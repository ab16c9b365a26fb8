"""Defines members that the view of a game and its row in the lobby share."""

from typing import Final

from marshmallow import fields

from service.schemas.fields import always, choice, sometimes, words

STATUSES = ("open", "running", "finished")
ID: Final = words(64, **always("The id of the game, used in its paths."))
RULESET: Final = words(64, **always("The id of the ruleset by which the game is played."))
STATUS: Final = choice(STATUSES, **always("The state of the game; it is `open` until all seats are taken."))
CREATED: Final = fields.DateTime(
    **always("When the game was created, in ISO 8601. In an imported game all times are those of its record.")
)
STARTED: Final = fields.DateTime(
    **sometimes("When the last seat was filled and the game began, in ISO 8601. Absent before that.")
)
ENDED: Final = fields.DateTime(**sometimes("When the game was over, in ISO 8601. Absent before that."))
EXPIRES: Final = fields.DateTime(
    **sometimes(
        "When the game is deleted if nothing happens after the version shown, in ISO 8601. Absent once it is over."
    )
)
