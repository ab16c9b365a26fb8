"""The rules of Elasund, in both readings of its rulebooks; an option tells them apart."""

from typing import Final

from service.rulebook.elasund.church import CHURCH
from service.rulebook.elasund.components import COMPONENTS
from service.rulebook.elasund.displacing import DISPLACING
from service.rulebook.elasund.end import END
from service.rulebook.elasund.huts import HUTS
from service.rulebook.elasund.permit_phase import PERMIT_PHASE
from service.rulebook.elasund.permits import PERMITS
from service.rulebook.elasund.pirates import PIRATES
from service.rulebook.elasund.set_up import SET_UP
from service.rulebook.elasund.shortage import SHORTAGE
from service.rulebook.elasund.trade import TRADE
from service.rulebook.elasund.turn import TURN
from service.rulebook.elasund.walls import WALLS
from service.rulebook.rule import Rule

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
