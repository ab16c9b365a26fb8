"""Plays Goofspiel, the smallest family: a prize is turned, all bid a card at once, unseen, and the highest takes it."""

from dataclasses import dataclass, field, replace
from random import Random
from typing import Final, Self

from domain.core.agenda import Agenda, AgendaSet, Frame, Frames
from domain.core.chance import Chance
from domain.core.chapter import ANY, Chapter, Rules, Times
from domain.core.config import Config
from domain.core.decider import Draft
from domain.core.documents import Document, JsonObject
from domain.core.errors import IllegalCommand, Unsound
from domain.core.kinds import CONFIG, array, integer, nullable
from domain.core.knowledge import Known
from domain.core.masks import bits, mask_of
from domain.core.messages import AnyCommand, Field, Message, MessageTable, everybody
from domain.core.options import Offer
from domain.core.packing import POSITION_SET, PositionSet
from domain.core.ruleset import AGENT_PLAYS_ON, Result
from domain.core.table_game import TableGame
from domain.core.table_state import NOBODY, TableState

MOST_SEATS, CARDS = 5, 13
ALL: Final = (1 << CARDS + 1) - 2  # the mask of all cards, which are numbered from 1
BID, PRIZES = 0, 0
FRAMES: Final = {BID: "bid"}
AGENDA: Final = Frames(FRAMES, {}, MOST_SEATS)
SEAT, CARD = integer(0, MOST_SEATS - 1), integer(1, CARDS)


@dataclass(frozen=True, slots=True)
class Bid:
    """Bid a card of the hand for the prize."""

    card: int


@dataclass(slots=True)
class GoofspielStarted:
    """Every seat holds a card of each number, and the first prize lies open."""

    config: JsonObject
    prize: int


@dataclass(slots=True)
class BidMade:
    """A seat has bid; the others see that, but not the card."""

    seat: int
    card: int


@dataclass(slots=True)
class BidsShown:
    """All bids lie open; a single highest one takes the prize (taker -1: none did), and the next prize is turned."""

    bids: tuple[int, ...]
    taker: int
    prize: int


SHOWN: Final = Field("bids", array(CARD, MOST_SEATS)), Field("taker", nullable(SEAT)), Field("prize", integer(0, CARDS))
Event = GoofspielStarted | BidMade | BidsShown | AgendaSet | PositionSet
COMMANDS: Final[MessageTable[Bid]] = MessageTable((Message(Bid, (Field("card", CARD),)),))
EVENTS: Final[MessageTable[Event]] = MessageTable(
    (
        Message(GoofspielStarted, (Field("config", CONFIG), Field("prize", CARD))),
        Message(BidMade, (Field("seat", SEAT), Field("card", CARD, seen_by=("seat",)))),
        Message(BidsShown, SHOWN, reveals=True, affects=everybody),
        AGENDA.message(),
        POSITION_SET,
    )
)


@dataclass(slots=True)
class State(TableState):
    """Holds cards (a mask), bid (0: none) and points by seat; to a seat that may not see it, a bid is -1."""

    seats: int = field()  # without a default, also where mypyc has compiled TableState
    prize: int
    prizes: int
    cards: list[int]
    bids: list[int]
    points: list[int]
    draws: list[int] = field()
    agenda: Agenda = ()
    turn: int = 1
    active: int = NOBODY  # all act at once

    def copy(self) -> Self:
        """Return an independent copy."""
        return replace(self, cards=self.cards[:], bids=self.bids[:], points=self.points[:], draws=self.draws[:])


def bid(draft: Draft[State], seat: int, command: Bid) -> Agenda:
    """Bid a card; the last seat to bid shows all bids, and the next prize is turned while there is one."""
    state = draft.state
    if not state.cards[seat] >> command.card & 1:
        raise IllegalCommand("goofspiel.bid.own_card", card=command.card)
    draft.emit(BidMade(seat, command.card))
    waiting = state.agenda[-1].seats & ~(1 << seat)
    if not waiting:
        best = max(state.bids)
        taker = state.bids.index(best) if state.bids.count(best) == 1 else NOBODY
        prize = draft.draw(PRIZES, weights(state.prizes)) if state.prizes else 0
        draft.emit(BidsShown(tuple(state.bids), taker, prize))
        waiting = (1 << state.seats) - 1 if prize else 0
    return (Frame(BID, waiting),) if waiting else ()


def weights(prizes: int) -> list[int]:
    """Return how likely each card is turned as the next prize."""
    return [prizes >> card & 1 for card in range(CARDS + 1)]


def list_bids(state: State, seat: int) -> list[AnyCommand]:
    """Return a bid of each card in the hand."""
    return [Bid(card) for card in bits(state.cards[seat])]


def _bid_made(state: State, event: BidMade) -> None:
    state.bids[event.seat] = event.card


def _bids_shown(state: State, event: BidsShown) -> None:
    if event.taker != NOBODY:
        state.points[event.taker] += state.prize
    for seat, card in enumerate(event.bids):
        state.cards[seat] ^= 1 << card
    state.bids = [0] * state.seats
    state.prize = event.prize
    if event.prize:
        state.prizes ^= 1 << event.prize
        state.draws[PRIZES] += 1
        state.turn += 1


def check_table(state: State) -> None:
    """Raise Unsound for the first law that a position breaks."""
    left = state.prizes.bit_count() + (state.prize > 0)
    for seat, hand in enumerate(state.cards):
        if hand.bit_count() != left:
            raise Unsound("hand", f"/seats/{seat}/cards", seat=seat, found=hand.bit_count(), due=left)
        if state.bids[seat] and not hand >> state.bids[seat] & 1:
            raise Unsound("bid", f"/seats/{seat}/bid", seat=seat, card=state.bids[seat])
    if state.prizes >> state.prize & 1:
        raise Unsound("prize", "/prizes", prize=state.prize)
    if state.turn != min(CARDS, CARDS + 1 - left):
        raise Unsound("turn", "/turn", found=state.turn, due=min(CARDS, CARDS + 1 - left))
    waiting = mask_of([seat for seat, card in enumerate(state.bids) if not card]) if state.prize else 0
    if state.agenda != ((Frame(BID, waiting),) if waiting else ()) or (state.prize and not waiting):
        raise Unsound("agenda", "/agenda")
    gone = sum(bits(ALL & ~state.prizes)) - state.prize
    if sum(state.points) > gone:
        raise Unsound("prizes", "/seats", found=sum(state.points), due=gone)


CHAPTER: Final[Chapter[State]] = Chapter(
    "bidding",
    frames=FRAMES,
    streams={PRIZES: "prizes"},
    rules={Bid: bid},
    acting=Times(allowed={BID: frozenset({Bid})}, listers={BID: list_bids}),
    out_of_turn={ANY: "goofspiel.bid.once"},
    evolvers={BidMade: _bid_made, BidsShown: _bids_shown},
)


class Goofspiel(TableGame[State, State, Bid, Event]):
    """Represents the ruleset: the sum of its one chapter."""

    def __init__(self) -> None:
        super().__init__(Rules((CHAPTER,)), COMMANDS, EVENTS)
        self.name, self.version, self.pack_version = "goofspiel", 1, 1
        self.position = State
        self.leaving = AGENT_PLAYS_ON
        self.secret = "bid"
        self.ended = "goofspiel.end.last_prize"
        self.offer = Offer("table", range(2, MOST_SEATS + 1), "goofspiel.players.count")

    def setup(self, config: Config, chance: Chance) -> list[Event]:
        """Return the events that open a game."""
        started = GoofspielStarted(config.document(), chance.pick(self.streams[PRIZES], 0, weights(ALL)))
        return [started, AgendaSet((Frame(BID, (1 << config.seats) - 1),))]

    def lay_out(self, event: GoofspielStarted) -> State:
        """Return the position with all cards in the hands and one prize open."""
        n: int = event.config["seats"]
        return State(n, event.prize, ALL ^ 1 << event.prize, [ALL] * n, [0] * n, [0] * n, [1])

    def observe(self, state: State, seat: int | None) -> State:
        """Return what a seat or a spectator knows: all but the bids of others."""
        return replace(state.copy(), bids=[card if at == seat else -(card > 0) for at, card in enumerate(state.bids)])

    def open_seats(self, state: Document) -> list[int]:
        """List the seats whose bids are shown, and those that have still to bid, if the state has room for it."""
        owed = {seat for frame in state.get("agenda", ()) for seat in frame["seats"]}
        bidding = [seat for seat, one in enumerate(state["seats"]) if "bid" in one and seat in owed]
        return sorted({*self.shown_seats(state), *bidding})

    def render(self, knowledge: State) -> JsonObject:
        """Return knowledge as JSON; a bid that is hidden or not made yet is null."""
        k = knowledge
        rows = enumerate(zip(k.points, k.cards, k.bids, strict=True))
        seats = [
            {"seat": at, "points": n, "cards": bits(hand), "bid": max(bid, 0) or None} for at, (n, hand, bid) in rows
        ]
        agenda = AGENDA.documents(k.agenda)
        return {"turn": k.turn, "prize": k.prize, "prizes": bits(k.prizes), "agenda": agenda, "seats": seats}

    def landmarks(self, state: State) -> tuple[object, ...]:
        """Return the cards of all seats, and the prizes."""
        return (state.cards, state.prize, state.prizes)

    def restore(self, known: Known) -> State:
        """Return the position; a bid that is hidden is the lowest card of its hand."""
        shown = known.state
        agenda = AGENDA.kind.decode(shown["agenda"])
        waiting = agenda[-1].seats if agenda else 0
        cards = [mask_of(seat["cards"]) for seat in shown["seats"]]
        bids = [
            seat["bid"] or (0 if waiting >> at & 1 or not shown["prize"] else min(seat["cards"], default=0))
            for at, seat in enumerate(shown["seats"])
        ]
        points = [seat["points"] for seat in shown["seats"]]
        n = known.config.seats
        state = State(n, shown["prize"], mask_of(shown["prizes"]), cards, bids, points, [0], agenda, shown["turn"])
        check_table(state)
        return state

    def determinize(self, knowledge: State, rng: Random) -> State:
        """Return a position in which each hidden bid is one of its seat's cards."""
        pairs = zip(knowledge.bids, knowledge.cards, strict=True)
        return replace(knowledge.copy(), bids=[rng.choice(bits(hand)) if card < 0 else card for card, hand in pairs])

    def result(self, state: State) -> Result | None:
        """Return the seats with most points as winners, once no prize is left."""
        winners = [seat for seat in range(state.seats) if state.points[seat] == max(state.points)]
        return None if state.agenda else Result(tuple(winners), self.points(state))

    def points(self, state: State) -> tuple[int, ...]:
        """Return the points of every seat."""
        return tuple(state.points)


RULESET: Final = Goofspiel()
