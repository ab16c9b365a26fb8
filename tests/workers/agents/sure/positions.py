"""Draws positions near the end of games, in every kind of game, for the judge and the agents to look at."""

from collections.abc import Iterator, Sequence
from copy import copy
from hashlib import sha256
from itertools import count
from random import Random
from typing import Any, Final, NamedTuple

from domain.catan import CATAN
from domain.catan.chapters.trading.messages import AcceptOffer, OfferTrade
from domain.catan.state import State
from domain.catan.terms import CARDS, KINDS, VICTORY_POINT
from domain.core.chance import SeededChance
from domain.core.config import Config
from domain.core.number_rows import add
from domain.core.random_play import play_at_random
from domain.core.ruleset import Ruleset
from domain.elasund import ELASUND
from domain.elasund.terms import CUBES
from workers.agents.agent import Agent, load_agent
from workers.agents.search.match import open_position
from workers.agents.turns import decide, first_decision


class Kind(NamedTuple):
    """Names a kind of game: seats, map, modules and options."""

    seats: int
    map: str | None = None
    modules: tuple[str, ...] = ()
    options: tuple[tuple[str, Any], ...] = ()


CATAN_KINDS: Final = (
    Kind(4),
    Kind(3),
    Kind(4, None, (), (("combined_trade_build", True),)),
    Kind(4, None, ("favors",)),
    Kind(4, None, ("helpers",), (("combined_trade_build", True),)),
    Kind(4, None, ("helpers",)),
    Kind(4, None, ("harbormaster",)),
    Kind(4, None, ("dice-deck",)),
    Kind(3, "new-york", ("erie-canal",)),
    Kind(4, "new-york", ("erie-canal", "helpers", "favors", "harbormaster"), (("combined_trade_build", True),)),
    Kind(4, "mallorca"),
    Kind(5),
    Kind(6, None, ("favors", "helpers", "harbormaster")),
    Kind(5, None, (), (("paired_turns", True),)),
)
"""The kinds of games of Catan of which positions are looked at."""

ELASUND_KINDS: Final = tuple(
    Kind(seats, None, (), (("edition", edition),)) for seats in (2, 3, 4) for edition in ("english", "german")
)

PLAYERS: Final = ("planner@1", "heuristic", "graded@2", "graded@1")
BUILDERS: Final = ("elasund_planner@1", "elasund_heuristic")


class Found(NamedTuple):
    """Represents a position of a seat's own turn in which it chooses."""

    ruleset: Ruleset
    state: Any
    seat: int
    kind: Kind


def missing_of(ruleset: Ruleset, state: Any, seat: int) -> int:
    """Return how many points a seat is short of the end of the game, its hidden ones counted."""
    if ruleset is CATAN:
        return int(state.setting.target - state.points[seat] - state.card(seat, VICTORY_POINT))
    return CUBES - int(state.points[seat])


def positions(ruleset: Ruleset, kind: Kind, seed: str, short: int, most_cards: int = 99) -> Iterator[Found]:
    """Yield positions of a game in which the seat in turn is at most `short` points short, at most one a turn.

    Games of Catan end at a number of points drawn by the seed, so that the ends of short games are looked at too.
    """
    rng = Random(seed)
    options = dict(kind.options)
    if ruleset is CATAN:
        options["victory_points"] = rng.choice((4, 5, 6, 7, 8, 10))
    config = ruleset.configure(kind.seats, kind.map, kind.modules, options)
    names = [rng.choice(PLAYERS if ruleset is CATAN else BUILDERS) for _ in range(kind.seats)]
    spread, looked = rng.random(), -1
    for state, seat in turns(ruleset, config, [load_agent(name) for name in names], seed):
        turn = ruleset.turn(state)
        if turn == looked or missing_of(ruleset, state, seat) > short or rng.random() > 0.2 + 0.6 * spread:
            continue
        if ruleset is CATAN and sum(state.hand(seat)) > most_cards:
            continue
        looked = turn
        yield Found(ruleset, state.copy(), seat, kind)


def turns(ruleset: Ruleset, config: Config, players: Sequence[Agent], seed: str) -> Iterator[tuple[Any, int]]:
    """Play a game and yield every position in which the seat in turn must act and has a choice; do not change it."""
    chance, rng = SeededChance(seed.encode()), Random(sha256(seed.encode()).digest())
    state = open_position(ruleset, config, chance)
    draft = ruleset.draft(state, chance)
    for _ in range(20_000):
        seat = ruleset.next_seat(state)
        if seat < 0:
            return
        if ruleset.turn(state) and ruleset.in_turn(state) == seat and len(ruleset.moves(state, seat)) > 1:
            yield state, seat
        decision = first_decision(
            ruleset.awaiting(state), lambda one: decide(ruleset, state, one, players[one], 1.0, rng)
        )
        assert decision is not None
        ruleset.play(draft, decision.seat, decision.command)
        draft.events.clear()


def describe(found: Found) -> str:
    """Return a position in a line, for the message of a failed test."""
    state, seat = found.state, found.seat
    if not isinstance(state, State):
        return f"{found.kind} turn {found.ruleset.turn(state)} seat {seat}"
    at = seat * len(CARDS)
    return (
        f"{found.kind} turn {state.turn} seat {seat} points {state.points[seat]} of {state.setting.target} "
        f"hand {state.hands[seat * KINDS : seat * KINDS + KINDS]} cards {state.cards[at : at + len(CARDS)]} "
        f"agenda {state.agenda}"
    )


def with_target(found: Found, missing: int) -> Found:
    """Return a position of Catan in which the seat is so many points short of a target that was set for that."""
    state, setting = found.state.copy(), copy(found.state.setting)
    setting.target = state.points[found.seat] + state.card(found.seat, VICTORY_POINT) + missing
    state.setting = setting
    return found._replace(state=state)


def random_positions(ruleset: Ruleset, kind: Kind, seed: str) -> Iterator[Found]:
    """Yield positions of games that are played at random, at most one a turn, without end."""
    rng = Random(seed)
    config = ruleset.configure(kind.seats, kind.map, kind.modules, dict(kind.options))
    for number in count():
        state, looked = open_position(ruleset, config, SeededChance(f"{seed} {number}".encode())), -1
        while play_at_random(ruleset, state, rng, rng.randrange(1, 60)) and ruleset.next_seat(state) >= 0:
            seat, turn = ruleset.next_seat(state), ruleset.turn(state)
            if turn not in (0, looked) and ruleset.in_turn(state) == seat and len(ruleset.moves(state, seat)) > 1:
                looked = turn
                yield Found(ruleset, state.copy(), seat, kind)


def small_positions(kind: Kind, seed: str, most_cards: int) -> Iterator[Found]:
    """Yield positions of Catan with few cards in hand, in which the seat is one to four points short."""
    rng = Random(seed)
    for found in random_positions(CATAN, kind, seed):
        rich = enrich(found, rng, most_cards)
        if rich is not None:
            at_table = with_offers(rich, rng) if rng.random() < 0.3 else rich
            yield with_target(at_table, rng.choice((1, 1, 2, 2, 3, 4)))


def small_cities(kind: Kind, seed: str) -> Iterator[Found]:
    """Yield positions of Elasund in which the seat is one to four cubes short, with some gold more.

    It has the other cubes by grace: random play does not come near the end of a game.
    """
    rng = Random(seed)
    for found in random_positions(ELASUND, kind, seed):
        state, seat = found.state, found.seat
        more = rng.randint(0, min(9, state.bank))
        state.gold[seat] += more
        state.bank -= more
        state.points[seat] = CUBES - rng.choice((1, 1, 2, 2, 3, 4))
        yield found


def with_offers(found: Found, rng: Random) -> Found:
    """Return a position of Catan with offers of all seats, of which others have taken some of those of the seat."""
    ruleset, state, chance = found.ruleset, found.state, SeededChance(b"")
    for seat in range(state.seats):
        for template in ruleset.actions(state, seat).templates:
            if template.cls is OfferTrade and rng.random() < 0.7:
                state = ruleset.decide(state, seat, template.sample(rng), chance).state
    for seat in range(state.seats):
        for command in ruleset.moves(state, seat):
            if seat != found.seat and type(command) is AcceptOffer and rng.random() < 0.5:
                state = ruleset.decide(state, seat, command, chance).state
                break
    return found._replace(state=state)


def enrich(found: Found, rng: Random, most_cards: int) -> Found | None:
    """Return a position of Catan with more cards in the hand of the seat, from bank and deck, as if it had been lucky.

    None if the hand would be larger than `most_cards`.
    """
    state, seat = found.state.copy(), found.seat
    for _ in range(rng.randrange(6)):
        kind = rng.choice([k for k in range(KINDS) if state.bank[k]])
        state.bank[kind] -= 1
        state.hands[seat * KINDS + kind] += 1
    for card, left in enumerate(state.deck):
        if left and rng.random() < 0.25 and (card != VICTORY_POINT or missing_of(found.ruleset, state, seat) > 1):
            state.deck = add(state.deck, card, -1)
            state.add_card(seat, card, 1)
    state.card_played = state.card_played and rng.random() < 0.5
    return found._replace(state=state) if sum(state.hand(seat)) <= most_cards else None
