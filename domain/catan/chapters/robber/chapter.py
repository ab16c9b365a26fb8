"""Composes the seven and the robber: what their events write and let seats conclude, and when commands are allowed."""

from typing import Final

from domain.catan.belief import Belief
from domain.catan.chapters.robber import messages, rules
from domain.catan.hands import lose, steal
from domain.catan.joint_hands import blindly
from domain.catan.module import Module
from domain.catan.state import State
from domain.catan.terms import DISCARD, KINDS, MOVE_ROBBER, PHASES, RESOURCES, STEAL, STREAM_ROBBER
from domain.core.chapter import ANY, Chapter, Refusals, Times
from domain.core.messages import HIDDEN


def discard_made(s: State, event: messages.DiscardMade) -> None:
    """Lay the cards aside, unseen, until all have discarded."""
    at = event.seat * KINDS
    for kind in range(KINDS):
        s.hands[at + kind] -= event.cards[kind]
    s.aside = (*s.aside[:at], *event.cards, *s.aside[at + KINDS :])


def discards_revealed(s: State, event: messages.DiscardsRevealed) -> None:
    """Put all cards that were laid aside into the bank."""
    for at, count in enumerate(event.discards):
        if count:
            s.bank[at % KINDS] += count
            lose(s, at // KINDS, at % KINDS, count)
    s.aside = (0,) * len(s.aside)


def robber_moved(s: State, event: messages.RobberMoved) -> None:
    """Put the robber on its hex."""
    s.robber = event.tile


def card_stolen(s: State, event: messages.CardStolen) -> None:
    """Move the card to the thief's hand."""
    s.draws[STREAM_ROBBER] += 1
    steal(s, event.thief, event.victim, event.resource)


def nothing_stolen(s: State, event: messages.NothingStolen | messages.StealDeclined) -> None:
    """Change nothing, for there was no card to steal, or no seat was robbed."""


def learn_discards_revealed(b: Belief, event: messages.DiscardsRevealed) -> None:
    """Cards laid aside count as held until all of them are shown."""
    for at in range(0, len(event.discards), KINDS):
        b.hands.lose(at // KINDS, event.discards[at : at + KINDS])


def learn_card_stolen(b: Belief, event: messages.CardStolen) -> None:
    """The thief takes a random card; only the thief and the victim see which one."""
    if event.resource == HIDDEN:
        b.hands.pass_unseen(event.victim, event.thief, blindly)
    else:
        b.hands.pass_seen(event.victim, event.thief, event.resource, blindly)


_UNASKED: Final[Refusals] = {
    messages.Discard: "catan.seven.discard_threshold",
    messages.MoveRobber: "catan.robber.stays",
    messages.Steal: "catan.robber.steal_one",
    messages.DeclineSteal: "catan.robber.steal_one",
}

MODULE: Final = Module(
    order=3,
    chapter=Chapter(
        "robber",
        frames={DISCARD: "discard", MOVE_ROBBER: "move_robber", STEAL: "steal"},
        streams={STREAM_ROBBER: "robber"},
        outcomes={STREAM_ROBBER: (RESOURCES,)},
        rules={
            messages.Discard: rules.discard,
            messages.MoveRobber: rules.move_robber,
            messages.Steal: rules.steal,
            messages.DeclineSteal: rules.decline_steal,
        },
        acting=Times(
            allowed={
                DISCARD: frozenset({messages.Discard}),
                MOVE_ROBBER: frozenset({messages.MoveRobber}),
                STEAL: frozenset({messages.Steal, messages.DeclineSteal}),
            },
            refusals={
                **dict.fromkeys(PHASES, _UNASKED),
                DISCARD: {messages.MoveRobber: "catan.seven.discard_before_robber", ANY: "catan.turn.pending_first"},
                MOVE_ROBBER: {messages.Discard: "catan.seven.discard_owed", ANY: "catan.turn.pending_first"},
                STEAL: {messages.Discard: "catan.seven.discard_owed", ANY: "catan.turn.pending_first"},
            },
            listers={MOVE_ROBBER: rules.list_tiles, STEAL: rules.list_victims},
            templates={DISCARD: rules.discard_template},
        ),
        others=Times(
            refusals={
                DISCARD: {
                    messages.Discard: "catan.seven.discard_owed",
                    messages.MoveRobber: "catan.seven.discard_before_robber",
                    ANY: "catan.turn.others_duties",
                },
            }
        ),
        out_of_turn={messages.Discard: "catan.seven.discard_threshold"},
        idle=(messages.DeclineSteal,),
        evolvers={
            messages.DiscardMade: discard_made,
            messages.DiscardsRevealed: discards_revealed,
            messages.RobberMoved: robber_moved,
            messages.CardStolen: card_stolen,
            messages.NothingStolen: nothing_stolen,
            messages.StealDeclined: nothing_stolen,
        },
    ),
    commands=messages.COMMANDS,
    events=messages.EVENTS,
    evidence={messages.DiscardsRevealed: learn_discards_revealed, messages.CardStolen: learn_card_stolen},
)
