"""Holds the texts of building permits and special actions."""

from typing import Final

from service.texts.elasund.shared import SQUARE
from service.texts.message_text import Messages, Texts, message
from service.texts.shared import ACTOR, frame
from service.texts.translations import _

PERMIT: Final = "The value of the permit, from 0 to 4; each seat has one of each value."
PAIR: Final = "The color of the two influence cards that are paid."
PERMIT_OWNER: Final = "The number of the seat that owns the permit, counted from 0."

MESSAGES: Final[Messages] = {
    "PlacePermit": message(
        "Place a building permit for its value in gold, in the ship's row or anywhere for two influence cards.",
        value=PERMIT,
        square=SQUARE,
        color="The color of the two influence cards that open any square; null or absent to stay in the ship's row.",
    ),
    "TakeGold": message("Take two gold instead of placing a permit."),
    "PassPermit": message("Take neither a permit nor gold, where the options allow it."),
    "MovePermit": message(
        "Take special action a: move one of the player's permits for two influence cards.",
        value=PERMIT,
        square="The id of the empty square that the permit moves to, as in the board's `squares`.",
        color=PAIR,
    ),
    "UpgradePermit": message(
        "Take special action b: replace a placed permit by a higher one for two influence cards and gold.",
        value="The value of the placed permit, from 0 to 3.",
        higher="The value of the permit that takes its place; it must be higher and in supply.",
        color=PAIR,
    ),
    "PlaceExtraPermit": message(
        "Take special action c: place a permit on any empty square, for its value in gold and one influence card "
        "of each color.",
        value=PERMIT,
        square=SQUARE,
    ),
    "BuyGold": message("Take special action d: get two gold for one influence card of each color."),
    "CompensationPaid": message(
        "A seat paid another one for a permit that its new building removes.",
        seat=ACTOR,
        to="The number of the seat that owned the permit and got the gold.",
        gold="The amount of gold, which is the value of the permit.",
    ),
    "PermitPlaced": message("A permit was placed on a square.", seat=PERMIT_OWNER, value=PERMIT, square=SQUARE),
    "PermitMoved": message(
        "A permit was moved to another square.",
        seat=PERMIT_OWNER,
        value=PERMIT,
        square="The id of the square where the permit lies now, as in the board's `squares`.",
    ),
    "PermitReturned": message("A permit went back to its owner.", seat=PERMIT_OWNER, value=PERMIT),
}

FRAMES: Final[Messages] = {
    "permit_or_gold": frame("The seat has to place a permit or take two gold, or may pass where the options allow it."),
    "special_action": frame(
        "The seat may take one special action, or end its turn.",
        done="True if the seat has already taken its special action this turn.",
    ),
}

OPTIONS: Final = {
    "permit_overflow": (
        "Where a permit goes if its row is full: to an adjacent row or the nearest free one; null means as in the "
        "edition."
    ),
    "permit_phase_pass": "Whether a seat may take neither a permit nor gold; null means as in the edition.",
}

PHRASES: Final = {
    "command.PlacePermit": _("Place permit %(value)s on square %(square)s, paying 2 %(color)s influence"),
    "command.PlacePermit.without": _("Place permit %(value)s on square %(square)s"),
    "command.TakeGold": _("Take 2 gold"),
    "command.PassPermit": _("Take neither permit nor gold"),
    "command.MovePermit": _("Move permit %(value)s to square %(square)s for 2 %(color)s influence"),
    "command.UpgradePermit": _("Swap permit %(value)s for permit %(higher)s for 2 %(color)s influence"),
    "command.PlaceExtraPermit": _("Place permit %(value)s on square %(square)s for 1 influence of each color"),
    "command.BuyGold": _("Take 2 gold for 1 influence of each color"),
    "event.CompensationPaid": _("Seat %(seat)s pays %(gold)s gold to seat %(to)s for a permit."),
    "event.PermitPlaced": _("Seat %(seat)s places permit %(value)s on square %(square)s."),
    "event.PermitMoved": _("Seat %(seat)s moves permit %(value)s to square %(square)s."),
    "event.PermitReturned": _("Permit %(value)s goes back to seat %(seat)s."),
    "frame.permit_or_gold": _("place a permit or take gold"),
    "frame.special_action": _("take a special action or end the turn"),
    "option.permit_overflow": _("a permit for a full row"),
    "option.permit_phase_pass": _("taking neither permit nor gold"),
    "choice.adjacent_rows": _("in a neighboring row"),
    "choice.nearest_free_row": _("in the nearest free row"),
    "choice.allowed": _("allowed"),
    "choice.forbidden": _("forbidden"),
    "picture.permit": _("Seat %(seat)s: permit %(value)s"),
    "picture.free_permits": _("Permits in supply: %(values)s"),
    "picture.free_permits.without": _("All permits are placed"),
    "refusal.elasund.permit.tie_at_top_blocks_all": _("The highest total, %(total)s, is shared."),
    "refusal.elasund.permit.majority_strict": _("The own total is %(total)s, a rival's %(highest)s."),
    "refusal.elasund.special.b_only_higher": _("Permit %(higher)s does not replace permit %(value)s."),
}

TEXTS: Final = Texts(MESSAGES, FRAMES, phrases=PHRASES, options=OPTIONS, order=6)
