"""Updates beliefs by discards and thefts."""

from typing import Final

from domain.catan.belief import Belief, Evidence
from domain.catan.chapters.robber import messages as e
from domain.catan.joint_hands import blindly
from domain.catan.terms import KINDS
from domain.core.messages import HIDDEN


def discards_revealed(b: Belief, event: e.DiscardsRevealed) -> None:
    """Cards laid aside count as held until all of them are shown."""
    for at in range(0, len(event.discards), KINDS):
        b.hands.lose(at // KINDS, event.discards[at : at + KINDS])


def card_stolen(b: Belief, event: e.CardStolen) -> None:
    """The thief takes a random card; only the thief and the victim see which one."""
    if event.resource == HIDDEN:
        b.hands.pass_unseen(event.victim, event.thief, blindly)
    else:
        b.hands.pass_seen(event.victim, event.thief, event.resource, blindly)


EVIDENCE: Final[Evidence] = {e.DiscardsRevealed: discards_revealed, e.CardStolen: card_stolen}
