"""Follows a game of Pioneers by what its server says, and writes the position as a seat of it knows it.

docs/bridge.md says where the rules differ.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from domain.catan.terms import DECK, SUPPLY
from service.records.island import Seated, Standing, found_settlement
from workers.bridge.families.catan.pioneers.hands import Hand
from workers.bridge.families.catan.pioneers.island import KINDS, SEATS, Island, Strange

DEVELOPMENTS: Final = ("road_building", "monopoly", "year_of_plenty", *["victory_point"] * 5, "knight")
"""The development cards by the numbers of the protocol."""
_HIDDEN: Final = ("resources", "development_cards", "bought_this_turn", "discarding", "own_points", "at_most")
_OPTIONS: Final = {"combined_trade_build": False}
_Words = Sequence[str]


class Table:
    """Holds what a seat knows of a game."""

    def __init__(self, island: Island, seat: int) -> None:
        self.island, self.seat = island, seat
        self.hands = [Hand() for _ in range(SEATS)]
        self.bank = dict.fromkeys(KINDS, SUPPLY)
        self.pieces: list[dict[str, list[int]]] = [{"road": [], "settlement": [], "city": []} for _ in range(SEATS)]
        self.cards: list[str] = []
        """The seat's own development cards in the order of the protocol; those played are gone."""
        self.fresh = 0
        self.held = [0] * SEATS
        """The development cards of each seat; its victory points count even if they lie open, as they do here."""
        self.revealed = 0
        self.played = [Counter[str]() for _ in range(SEATS)]
        self.robber = next((tile["q"], tile["r"]) for tile in island.tiles if tile["terrain"] == "desert")
        self.turn, self.active = 0, -1
        self.dice: list[int] | None = None
        self.card_played = self.has_built = self.is_robbing = False
        self.owing: dict[int, int] = {}
        self.free_roads = 0
        self.awards: dict[str, int | None] = {"longest-road": None, "largest-army": None}
        self.offers: list[dict[str, Any]] = []
        self.numbered = 0
        self.winner: int | None = None
        self.goal = int(island.told.get("victory-points", 10))

    def hear(self, seat: int, words: _Words) -> None:
        """Note what a seat did; what says nothing of the position is ignored."""
        hearing = _HEARD.get(words[0])
        if hearing:
            hearing(self, seat, words[1:])

    def points(self) -> int:
        """Return the points of the seat itself, its hidden cards included."""
        own = self.pieces[self.seat]
        awards = 2 * [*self.awards.values()].count(self.seat)
        return (
            len(own["settlement"]) + 2 * len(own["city"]) + awards + self.revealed + self.cards.count("victory_point")
        )

    def document(self, holder: int | None, options: Mapping[str, Any]) -> dict[str, Any]:
        """Return the position as the seat knows it, where the longest road lies with a holder."""
        standing = Standing(
            [self._write_seat(seat) for seat in range(SEATS)],
            self.island.tiles,
            self.island.harbors,
            self.robber,
            self.agenda(),
            self.turn,
            self.active if self.turn else None,
            self.dice if self.turn else None,
            self.card_played,
            holder,
            self.awards["largest-army"],
            options=_OPTIONS | dict(options),
        )
        document = standing.document()
        state = document["state"]
        state["bank"] = dict(self.bank)
        state["deck"] = sum(DECK) - 1 - sum(self.held) - sum(sum(one.values()) for one in self.played)
        state["played_cards"]["knight"] += 1  # the deck of theirs has a knight less
        state["offers"] = [dict(one) for one in self.offers if self._can_keep(one)]
        for seat, one in enumerate(state["seats"]):
            if seat != self.seat:
                hand = self.hands[seat]
                one |= {"resource_count": hand.count, "at_least": dict(hand.least)}
                one["development_card_count"] = self.held[seat]
                for name in _HIDDEN:
                    del one[name]
        return document | {"seat": self.seat, "numbered": self.numbered}

    def _can_keep(self, offer: Mapping[str, Any]) -> bool:
        """Return whether the maker of an offer may still hold what it gives."""
        hand = self.hands[offer["seat"]]
        return offer["seat"] != self.seat or all(count <= hand.least[kind] for kind, count in offer["give"].items())

    def agenda(self) -> list[dict[str, Any]]:
        """Return what the game waits for."""
        if not self.turn:
            return [self._founding()]
        active = [self.active]
        phase = "roll" if self.dice is None else "build" if self.has_built else "trade"
        agenda: list[dict[str, Any]] = [{"frame": phase, "seats": active}]
        if self.is_robbing or self.owing:
            agenda.append({"frame": "move_robber", "seats": active})
        if self.owing:
            agenda.append({"frame": "discard", "seats": sorted(self.owing)})
        if self.free_roads:
            agenda.append({"frame": "road_building", "seats": active, "roads": self.free_roads})
        return agenda

    def _founding(self) -> dict[str, Any]:
        settlements = [node for one in self.pieces for node in one["settlement"]]
        own = self.pieces[self.seat]
        if len(own["road"]) == len(own["settlement"]):
            return found_settlement(self.seat, len(settlements))
        founding = found_settlement(self.seat, len(settlements) - 1)
        return founding | {"frame": "found_road", "node": own["settlement"][-1]}

    def _write_seat(self, seat: int) -> Seated:
        pieces = self.pieces[seat]
        seated = Seated(pieces["road"], pieces["settlement"], pieces["city"], played=self.played[seat])
        if seat == self.seat:
            seated.hand = self.hands[seat].least
            seated.cards = Counter(self.cards) + Counter({"victory_point": self.revealed})
            seated.fresh = Counter(self.cards[len(self.cards) - self.fresh :])
        return seated

    # what the server says

    def _begin_turn(self, seat: int, _: _Words) -> None:
        self.turn, self.active, self.dice = self.turn + 1, seat, None
        self.card_played = self.has_built = self.is_robbing = False
        self.fresh = self.free_roads = 0
        self.offers = []

    def _roll(self, _: int, words: _Words) -> None:
        self.dice = [int(word) for word in words]
        self.is_robbing = sum(self.dice) == 7

    def _receive(self, seat: int, words: _Words) -> None:
        self.move(seat, _counts(words), 1)

    def _pay(self, seat: int, words: _Words) -> None:
        self.move(seat, _counts(words), -1)

    def _discard(self, seat: int, words: _Words) -> None:
        self.owing.pop(seat, None)
        self._pay(seat, words)

    def _owe(self, seat: int, words: _Words) -> None:
        self.owing[seat] = int(words[0])

    def move(self, seat: int, cards: Mapping[str, int], sign: int) -> None:
        """Move cards from the bank to a hand, or back."""
        (self.hands[seat].gain if sign > 0 else self.hands[seat].lose)(cards)
        for kind, number in cards.items():
            self.bank[kind] -= sign * number

    def _build(self, seat: int, words: _Words) -> None:
        place = self._place(words)
        own = self.pieces[seat]
        if words[0] == "city":
            own["settlement"].remove(place)
        own[words[0]].append(place)
        if self.free_roads:
            self.free_roads -= 1
        elif seat == self.active:
            self.has_built = True

    def _remove(self, seat: int, words: _Words) -> None:
        own, place = self.pieces[seat], self._place(words)
        own[words[0]].remove(place)
        if words[0] == "city":
            own["settlement"].append(place)

    def _place(self, words: _Words) -> int:
        kind, x, y, position = words[0], *[int(word) for word in words[1:4]]
        if kind not in self.pieces[0]:
            raise Strange(f"a {kind} was built")
        return self.island.edge(x, y, position) if kind == "road" else self.island.node(x, y, position)

    def _buy(self, seat: int, words: _Words) -> None:
        self.held[seat] += 1
        self.has_built = True
        if seat == self.seat:
            self.cards.append(DEVELOPMENTS[int(words[0])])
            self.fresh += 1

    def _play(self, seat: int, words: _Words) -> None:
        index, card = int(words[0]), DEVELOPMENTS[int(words[1])]
        if seat == self.seat:
            self.fresh -= index >= len(self.cards) - self.fresh
            del self.cards[index]
        if card == "victory_point":
            self.revealed += seat == self.seat
            return
        self.held[seat] -= 1
        self.played[seat][card] += 1
        self.card_played = True
        self.is_robbing = self.is_robbing or card == "knight"

    def _take_all(self, seat: int, words: _Words) -> None:
        cards, victim = {words[1]: int(words[0])}, int(words[3])
        self.hands[victim].lose(cards)
        self.hands[seat].gain(cards)

    def _move_robber(self, _: int, words: _Words) -> None:
        self.robber = self.island.tile(int(words[0]), int(words[1]))
        self.is_robbing = False

    def _unmove_robber(self, seat: int, words: _Words) -> None:
        self._move_robber(seat, words)
        self.is_robbing = True

    def _steal(self, seat: int, words: _Words) -> None:
        victim = int(words[-1])
        if words[0] == "from":
            self.hands[victim].yield_one(self.hands[seat])
        else:
            self.hands[victim].lose({words[0]: 1})
            self.hands[seat].gain({words[0]: 1})

    def _trade_by_sea(self, seat: int, words: _Words) -> None:
        self.move(seat, {words[2]: int(words[0])}, -1)
        self.move(seat, {words[4]: 1}, 1)

    def _trade(self, seat: int, words: _Words) -> None:
        if words[0] == "accept":
            partner, supply, receive = int(words[2]), _counts(words[6:11]), _counts(words[12:17])
            for giver, taker, cards in ((partner, seat, supply), (seat, partner, receive)):
                self.hands[giver].lose(cards)
                self.hands[taker].gain(cards)

    def _win(self, seat: int, _: _Words) -> None:
        self.winner = seat


def _give_award(name: str) -> Callable[[Table, int, _Words], None]:
    def give(table: Table, seat: int, _: _Words) -> None:
        table.awards[name] = seat if seat in range(SEATS) else None

    return give


def _counts(words: _Words) -> dict[str, int]:
    """Return the first five numbers as cards."""
    return {kind: int(word) for kind, word in zip(KINDS, words[: len(KINDS)], strict=True)}


_HEARD: Final[Mapping[str, Callable[[Table, int, _Words], None]]] = {
    "turn": Table._begin_turn,
    "rolled": Table._roll,
    "receives": Table._receive,
    "plenty": Table._receive,
    "refund": Table._receive,
    "spent": Table._pay,
    "discarded": Table._discard,
    "must-discard": Table._owe,
    "built": Table._build,
    "remove": Table._remove,
    "bought-develop": Table._buy,
    "play-develop": Table._play,
    "monopoly": Table._take_all,
    "moved-robber": Table._move_robber,
    "unmoved-robber": Table._unmove_robber,
    "stole": Table._steal,
    "maritime-trade": Table._trade_by_sea,
    "domestic-trade": Table._trade,
    "longest-road": _give_award("longest-road"),
    "largest-army": _give_award("largest-army"),
    "won": Table._win,
}
