"""Holds the rules of Elasund, in both readings of its rulebooks; an option chooses between them."""

from typing import Final

from service.texts.rulebook.elasund.church import CHURCH
from service.texts.rulebook.elasund.components import COMPONENTS
from service.texts.rulebook.elasund.displacing import DISPLACING
from service.texts.rulebook.elasund.end import END
from service.texts.rulebook.elasund.huts import HUTS
from service.texts.rulebook.elasund.permit_phase import PERMIT_PHASE
from service.texts.rulebook.elasund.permits import PERMITS
from service.texts.rulebook.elasund.pirates import PIRATES
from service.texts.rulebook.elasund.set_up import SET_UP
from service.texts.rulebook.elasund.shortage import SHORTAGE
from service.texts.rulebook.elasund.trade import TRADE
from service.texts.rulebook.elasund.turn import TURN
from service.texts.rulebook.elasund.walls import WALLS
from service.texts.rulebook.rule import Rule

PARTS: Final[dict[str, tuple[Rule, ...]]] = {
    "base": (
        *COMPONENTS,
        *SET_UP,
        *TURN,
        *SHORTAGE,
        *PERMITS,
        *DISPLACING,
        *WALLS,
        *CHURCH,
        *PERMIT_PHASE,
        *PIRATES,
        *TRADE,
        *HUTS,
        *END,
    )
}
