"""Earns tokens by sparing others and by gifts (rulebook 003, Entre amigos, Desplazando al ladrón and Regalando)."""

from dataclasses import dataclass
from typing import Final

from domain.catan.belief import Belief
from domain.catan.chapters.robber.messages import RobberMoved, StealDeclined
from domain.catan.chapters.robber.rules import can_rob
from domain.catan.hands import hand_over
from domain.catan.modules.favors.exchange import ExchangeBegun
from domain.catan.modules.favors.holdings import NO_TOKENS, check_rolled, favors_of
from domain.catan.modules.favors.terms import ANSWER_GIFT, BY_GIFT, BY_ROBBER, GIFT_RULE, NAME, STREAM
from domain.catan.state import Public, State
from domain.catan.terms import DESERT, KINDS, MOST_SEATS, ONE, RESOURCES
from domain.core.agenda import Agenda, Frame
from domain.core.chapter import Owed
from domain.core.decider import Draft
from domain.core.documents import JsonObject
from domain.core.errors import IllegalCommand
from domain.core.messages import HIDDEN, AnyCommand
from domain.core.proposals import Agreement, Proposal
from domain.core.table_state import pop, push

UNNAMED: Final = -1
"""Stands for a resource or a giver that an answer to a gift does not name."""


@dataclass(frozen=True, slots=True)
class OfferGift:
    """Offer another seat one resource card as a gift."""

    resource: int
    to: int


@dataclass(frozen=True, slots=True)
class AcceptGift:
    """Take the card that is offered; an answer that names a resource or a giver takes no other."""

    resource: int = UNNAMED
    giver: int = UNNAMED


@dataclass(frozen=True, slots=True)
class DeclineGift:
    """Leave the card that is offered to the giver; an answer that names a resource or a giver declines no other."""

    resource: int = UNNAMED
    giver: int = UNNAMED


@dataclass(slots=True)
class GiftOffered:
    """A seat offered a card to another."""

    seat: int
    to: int
    resource: int


@dataclass(slots=True)
class GiftAccepted:
    """The card changed hands."""

    seat: int
    giver: int
    resource: int


@dataclass(slots=True)
class GiftDeclined:
    """The card stays with the giver."""

    seat: int
    giver: int


@dataclass(slots=True)
class FavorDrawn:
    """A seat earned a token and drew it face down; its kind is the drawer's secret."""

    seat: int
    deed: int
    token: int


def draw_tokens(draft: Draft[State], seat: int, count: int, deed: int) -> None:
    """Let a seat draw tokens for a deed; what an empty supply cannot give is not owed."""
    for _ in range(count):
        part = favors_of(draft.state)
        if not part.size:
            return
        draft.emit(FavorDrawn(seat, deed, draft.draw(STREAM, part.supply)))


def is_desert(state: Public) -> bool:
    """Return whether the robber stands on a desert, whose neighbors may be spared for a token."""
    return state.setting.board.terrain[state.robber] == DESERT


def after_move(draft: Draft[State], seat: int, event: RobberMoved) -> Owed:
    """Award a token for a tile without buildings, and for a desert where no seat can be robbed."""
    state = draft.state
    nodes = state.setting.board.tile_mask[state.robber]
    is_alone = not any(state.buildings(other) & nodes for other in range(state.seats))
    if is_alone or (is_desert(state) and not can_rob(state, event.seat)):
        draw_tokens(draft, event.seat, 1, BY_ROBBER)
    return []


def after_declining(draft: Draft[State], seat: int, event: StealDeclined) -> Owed:
    """Award a token for sparing the neighbors of a desert."""
    if is_desert(draft.state):
        draw_tokens(draft, event.seat, 1, BY_ROBBER)
    return []


_GIFTS: Final = tuple(tuple(OfferGift(kind, to) for to in range(MOST_SEATS)) for kind in range(KINDS))


def receivers(state: Public, seat: int) -> list[int]:
    """Return the seats that may still be offered a gift: not asked in this turn, with no more visible points."""
    deeds = favors_of(state).deeds
    if deeds.given:
        return []
    return [
        other
        for other in range(state.seats)
        if other != seat and not deeds.asked >> other & 1 and state.points[other] <= state.points[seat]
    ]


def offer_gift(draft: Draft[State], seat: int, command: OfferGift) -> Agenda | None:
    """Offer a card; the receiver answers before anything else happens."""
    state = draft.state
    check_rolled(state, GIFT_RULE)
    if command.to not in receivers(state, seat):
        raise IllegalCommand(_receiver_rule(state, seat, command.to), to=command.to)
    if not state.hands[seat * KINDS + command.resource]:
        raise IllegalCommand("favors.gift.one_card_held")
    draft.emit(GiftOffered(seat, command.to, command.resource))
    return push(state, Frame(ANSWER_GIFT, 1 << command.to, command.resource))


def _receiver_rule(state: Public, seat: int, to: int) -> str:
    """Return the rule that keeps a gift from a seat."""
    if favors_of(state).deeds.given:
        return "favors.gift.one_per_turn"
    if to == seat or to >= state.seats:
        return "favors.gift.token"
    return "favors.gift.ask_each_once" if favors_of(state).deeds.asked >> to & 1 else "favors.gift.points_limit"


def accept_gift(draft: Draft[State], seat: int, command: AcceptGift) -> Agenda | None:
    """Accept a gift: the card changes hands, and the giver draws a token."""
    state = draft.state
    _check_named(state, command)
    giver = state.active
    draft.emit(GiftAccepted(seat, giver, state.agenda[-1].data))
    draw_tokens(draft, giver, 1, BY_GIFT)
    return pop(state)


def decline_gift(draft: Draft[State], seat: int, command: DeclineGift) -> Agenda | None:
    """Decline a gift: the giver keeps the card and may offer one to another seat."""
    state = draft.state
    _check_named(state, command)
    draft.emit(GiftDeclined(seat, state.active))
    return pop(state)


def _check_named(state: State, command: AcceptGift | DeclineGift) -> None:
    """Refuse an answer to another gift than the one that waits: an undo may have put another one in its place."""
    resource, giver = state.agenda[-1].data, state.active
    if command.resource not in (UNNAMED, resource) or command.giver not in (UNNAMED, giver):
        raise IllegalCommand("favors.gift.named", resource=RESOURCES[resource], giver=giver)


def gift_details(state: State, command: AcceptGift | DeclineGift) -> JsonObject:
    """Return the card that waits for an answer, and who gives it."""
    if not state.agenda or state.agenda[-1].kind != ANSWER_GIFT:
        return {}
    return {"resource": RESOURCES[state.agenda[-1].data], "giver": state.active}


def list_gifts(state: State, seat: int) -> list[AnyCommand]:
    """Return every gift that a seat can offer."""
    to = receivers(state, seat)
    hand = state.hand(seat)
    return [_GIFTS[kind][other] for kind in range(KINDS) if hand[kind] for other in to] if to else []


def list_answers(state: State, seat: int) -> list[AnyCommand]:
    """Return both answers to a gift."""
    resource, giver = state.agenda[-1].data, state.active
    return [AcceptGift(resource, giver), DeclineGift(resource, giver)]


def list_proposals(state: State, seat: int) -> list[Proposal]:
    """Return the gift that waits for the seat's answer."""
    if not state.agenda or state.agenda[-1].kind != ANSWER_GIFT or not state.agenda[-1].seats >> seat & 1:
        return []
    resource, giver = state.agenda[-1].data, state.active
    accept, decline = AcceptGift(resource, giver), DeclineGift(resource, giver)
    return [Proposal(giver, {RESOURCES[resource]: 1}, [Agreement({}, accept)], decline)]


def gift_offered(s: State, event: GiftOffered) -> None:
    """Remember that the seat was offered a gift."""
    part = favors_of(s)
    part.deeds = part.deeds._replace(asked=part.deeds.asked | 1 << event.to)


def gift_accepted(s: State, event: GiftAccepted) -> None:
    """Move the card from the giver to the seat."""
    part = favors_of(s)
    part.deeds = part.deeds._replace(given=True)
    hand_over(s, event.giver, event.seat, event.resource)


def gift_declined(s: State, event: GiftDeclined) -> None:
    """Change nothing, for the gift was declined."""


def favor_drawn(s: State, event: FavorDrawn) -> None:
    """Move a token from the supply to the seat."""
    s.draws[STREAM] += 1
    favors_of(s).draw(event.seat, event.token)


def learn_gift_offered(b: Belief, event: GiftOffered) -> None:
    """The seat holds the card that it offers."""
    b.hands.hold(event.seat, ONE[event.resource])


def learn_gift_accepted(b: Belief, event: GiftAccepted) -> None:
    """All players see the card change hands."""
    b.hands.pass_openly(event.giver, event.seat, event.resource)


def learn_token_drawn(b: Belief, event: FavorDrawn | ExchangeBegun) -> None:
    """A token left the supply, perhaps one that the observer had returned; only its drawer sees which one."""
    noted = b.notes.get(NAME, NO_TOKENS)
    b.notes = {**b.notes, NAME: tuple([max(0, n - (event.token in (at, HIDDEN))) for at, n in enumerate(noted)])}
