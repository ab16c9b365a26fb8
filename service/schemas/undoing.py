"""Defines undo and redo: the requests, and where they would lead."""

from service.game.undo_rights import Right
from service.schemas.fields import always, choice, sometimes, whole
from service.schemas.messages import VERSIONS
from service.schemas.shapes import Answer, Strict


class UndoSchema(Strict):
    """How far to undo."""

    to_version = whole(
        *VERSIONS,
        **sometimes(
            "The version to return to; by default the one before the newest command of the caller, or of any "
            "seat for the owner."
        ),
    )
    expected_version = whole(
        *VERSIONS, **sometimes("The newest version the caller knows; if the game has moved on, the answer is 412.")
    )


class RedoSchema(Strict):
    """A redo of the newest undo."""

    expected_version = whole(
        *VERSIONS, **sometimes("The newest version the caller knows; if the game has moved on, the answer is 412.")
    )


class HeadMoveSchema(Answer):
    """Where an undo or a redo leads, and whether it needs a vote."""

    to = whole(*VERSIONS, **always("The version whose position the game would return to."))
    by = choice(
        [right.value for right in Right],
        **always("`own` if it happens at once, `vote` if every other party must accept it."),
    )
