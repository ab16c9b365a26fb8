"""Evolves the seven, the robber and the theft, and what seats believe of the hands after them."""

from typing import Final

from domain.catan.belief import Belief, Evidence
from domain.catan.chapters.robber import messages as e
from domain.catan.inference import lose, note_theft
from domain.catan.joint_hands import blindly
from domain.catan.state import State
from domain.catan.terms import KINDS, STREAM_ROBBER
from domain.core.decider import Evolvers
from domain.core.messages import HIDDEN


def discard_made(s: State, event: e.DiscardMade) -> None:
    """Lay the cards aside, unseen, until all have discarded."""
    at = event.seat * KINDS
    for kind in range(KINDS):
        s.hands[at + kind] -= event.cards[kind]
    s.aside = (*s.aside[:at], *event.cards, *s.aside[at + KINDS :])


def discards_revealed(s: State, event: e.DiscardsRevealed) -> None:
    """Put all cards that were laid aside into the bank."""
    for at, count in enumerate(event.discards):
        if count:
            s.bank[at % KINDS] += count
            lose(s, at // KINDS, at % KINDS, count)
    s.aside = (0,) * len(s.aside)


def robber_moved(s: State, event: e.RobberMoved) -> None:
    """Put the robber on its hex."""
    s.robber = event.tile


def card_stolen(s: State, event: e.CardStolen) -> None:
    """Move the card to the thief's hand."""
    s.draws[STREAM_ROBBER] += 1
    note_theft(s, event.thief, event.victim, event.resource, sum(s.hand(event.victim)))
    s.hands[event.victim * KINDS + event.resource] -= 1
    s.hands[event.thief * KINDS + event.resource] += 1


def nothing_stolen(s: State, event: e.NothingStolen) -> None:
    """Change nothing, for there was no card to steal."""


def steal_declined(s: State, event: e.StealDeclined) -> None:
    """Change nothing, for no seat was robbed."""


EVOLVERS: Final[Evolvers[State]] = {
    e.DiscardMade: discard_made,
    e.DiscardsRevealed: discards_revealed,
    e.RobberMoved: robber_moved,
    e.CardStolen: card_stolen,
    e.NothingStolen: nothing_stolen,
    e.StealDeclined: steal_declined,
}


def learn_discards_revealed(b: Belief, event: e.DiscardsRevealed) -> None:
    """Cards laid aside count as held until all of them are shown."""
    for at in range(0, len(event.discards), KINDS):
        b.hands.lose(at // KINDS, event.discards[at : at + KINDS])


def learn_card_stolen(b: Belief, event: e.CardStolen) -> None:
    """The thief takes a random card; only the thief and the victim see which one."""
    if event.resource == HIDDEN:
        b.hands.pass_unseen(event.victim, event.thief, blindly)
    else:
        b.hands.pass_seen(event.victim, event.thief, event.resource, blindly)


EVIDENCE: Final[Evidence] = {e.DiscardsRevealed: learn_discards_revealed, e.CardStolen: learn_card_stolen}
