"""Packs a position into bytes: the same in every process, short, and complete with its setting."""

from collections.abc import Callable, Sequence
from typing import Any

from domain.catan.module import Rules
from domain.catan.setting import unpack_setting
from domain.catan.state import PLAIN, Offer, State
from domain.catan.terms import CARDS, KINDS
from domain.core.agenda import agenda_of
from domain.core.packing import Reader, pack_position


def pack(state: State) -> bytes:
    """Return the position as bytes."""
    setting = state.setting.packed
    words = (state.turn, state.next_offer, len(setting), len(state.draws), *state.draws)
    masks = (*state.roads, *state.settlements, *state.cities, *state.touched, state.road_total, state.blocked)
    slices = {name: part.pack() for name, part in sorted(state.slices.items())}
    small = [  # what fits a byte; -1 (no seat) is written as 255
        state.active & 255,
        state.dice,
        int(state.card_played),
        state.robber,
        state.longest_road & 255,
        state.largest_army & 255,
        state.winner & 255,
        *state.bank,
        *state.deck,
        *state.knights,
        *state.routes,
        *state.points,
        *state.known,
        *state.extra,
        *state.hands,
        *state.cards,
        *state.fresh,
        *state.aside,
    ]
    return pack_position(
        words,
        setting,
        bytes(small),
        masks,
        [state.agenda, [_pack_offer(offer) for offer in state.offers], slices],
        state.setting.mask_size,
    )


def _pack_offer(offer: Offer) -> tuple[object, ...]:
    """Return an offer as a row; of a plain one the members are left out that old positions do not have."""
    return offer[: -len(PLAIN)] if offer.is_plain() else offer


def _unpack_offer(row: Sequence[Any]) -> Offer:
    number, seat, give, take, to, accepted, declined, *more = row
    offer = Offer(number, seat, tuple(give), tuple(take), to, accepted, declined)
    if not more:
        return offer
    others, chosen, answers, expires_at = more
    return offer._replace(
        or_take=tuple([tuple(goods) for goods in others]),
        chosen=tuple([(other, place) for other, place in chosen]),
        answers=answers,
        expires_at=expires_at,
    )


def unpack(data: bytes, compose: Callable[[Sequence[str]], Rules]) -> State:
    """Return the position from its bytes; `compose` makes the rules of named modules."""
    reader = Reader(data)
    turn, next_offer, length, streams = reader.words(4)
    draws = reader.words(streams)
    state = State(unpack_setting(reader.block(length), compose))
    state.turn, state.next_offer, state.draws = turn, next_offer, draws
    n = state.seats
    state.active = reader.seat()
    state.dice, played, state.robber = reader.take(3)
    state.card_played = bool(played)
    state.longest_road, state.largest_army, state.winner = reader.seat(), reader.seat(), reader.seat()
    state.bank, state.deck = reader.take(KINDS), reader.row(len(CARDS))
    state.knights, state.routes, state.points = reader.row(n), reader.row(n), reader.take(n)
    state.known, state.extra = reader.take(n * KINDS), reader.row(n * n * KINDS)
    state.hands = reader.take(n * KINDS)
    state.cards, state.fresh = reader.row(n * len(CARDS)), reader.row(n * len(CARDS))
    state.aside = reader.row(n * KINDS)
    size = state.setting.mask_size
    state.roads, state.settlements = reader.masks(n, size), reader.masks(n, size)
    state.cities, state.touched = reader.masks(n, size), reader.masks(n, size)
    state.road_total, state.blocked = reader.masks(2, size)
    agenda, offers, slices = reader.rest()
    state.agenda = agenda_of(agenda)
    state.offers = tuple([_unpack_offer(offer) for offer in offers])
    state.slices = state.setting.rules.unpack_slices(slices, state)
    return state
