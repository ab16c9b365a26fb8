"""Reads saved games of JSettlers 2.4 and later, `.game.json` of model version 2400, on the classic island.

The program documents the file in soc/server/savegame/SavedGameModel.java, the board in soc/message/SOCBoardLayout.java
and soc/game/SOCBoard.java. Places are two hexadecimal digits on diagonal axes: a hex lies at (7+2q+2r, 7+2q), its
corners around it, and an edge has the lower digit of its two corners in each place.
"""

from collections import Counter
from collections.abc import Mapping
from typing import Any, Final

from domain.catan.terms import CARDS as OUR_CARDS
from domain.catan.terms import DECK
from domain.catan.topology import DIRECTIONS, Hex, corner, neighbor
from service.records.foreign import Brought, Lost, Part
from service.records.island import SEATS, Seated, Standing, found_settlement, places, topology

NAME: Final = "JSettlers 2.4"
VERSION: Final = 2400
PARTS: Final = ("gameState", "elements", "boardInfo", "playerSeats")
RESOURCES: Final = {"clay": "brick", "ore": "ore", "sheep": "wool", "wheat": "grain", "wood": "lumber"}
TERRAINS: Final = {0: "desert", 1: "hills", 2: "mountains", 3: "pasture", 4: "fields", 5: "forest"}
HARBORS: Final = {1: "brick", 2: "ore", 3: "wool", 4: "grain", 5: "lumber"}
WATER: Final = 6
TOKENS: Final = (2, 3, 4, 5, 6, 8, 9, 10, 11, 12)
CARDS: Final = {
    "KNIGHT": "knight",
    "DISC": "year_of_plenty",
    "MONO": "monopoly",
    "ROADS": "road_building",
    **dict.fromkeys(("CAP", "MARKET", "UNIV", "TEMPLE", "CHAPEL"), "victory_point"),
}
CORNERS: Final = ((0, 1), (1, 2), (2, 1), (1, 0), (0, -1), (-1, 0))
"""The corners of a hex clockwise from the north, in steps on the two axes."""
PLAYERS: Final = 4
MOST_CARDS: Final = 95
HEXES: Final = 37
TARGETS: Final = {str(points) for points in range(3, 21)}
"""The victory points that may end a game here."""
ONLY_AT_SET_UP: Final = ("PL", "BC")
"""The game options that say nothing about a game that has begun: seats to fill, how the island was laid."""
START_1A, START_1B, START_2A, START_2B = 5, 6, 10, 11
ROLL_OR_CARD, PLAY, PLACING_ROBBER, FREE_ROAD_1, FREE_ROAD_2 = 15, 20, 33, 40, 41
DISCARDS, CHOOSE_PLAYER, OVER = 50, 51, 1000
FOUNDING: Final = {START_1A: 0, START_1B: 0, START_2A: 1, START_2B: 1}
"""The round of the founding of each of its states."""
STATES: Final = (*FOUNDING, ROLL_OR_CARD, PLAY, PLACING_ROBBER, FREE_ROAD_1, FREE_ROAD_2, DISCARDS, CHOOSE_PLAYER, OVER)
_MOST_ROUNDS: Final = 10_000
_MOST_PIECES: Final = 24
_HIGHEST: Final = 0xFF


def read(file: Part) -> Brought:
    """Return the position of a file; raises Problem (422) for anything else."""
    if not file.has("modelVersion") or not all(file.has(name) for name in PARTS):
        raise file.fault("import.other", program=NAME)
    if file.at("modelVersion").value != VERSION:
        raise file.at("modelVersion").fault("import.version", due=VERSION)
    return _Reading(file).brought()


class _Reading:
    """Holds what is read of one file."""

    def __init__(self, file: Part) -> None:
        self.file = file
        self.lost: list[Lost] = [Lost("document.playerSeats", "people"), Lost("document", "conclusions")]
        seats = file.at("playerSeats")
        if len(seats.items()) != PLAYERS:
            raise seats.fault("import.island")
        self.taken = [seat for seat, part in enumerate(seats.items()) if not part.at("isSeatVacant").flag()]
        self.parts = [seats.items()[seat] for seat in self.taken]
        if not SEATS[0] <= len(self.taken) <= SEATS[1]:
            raise seats.fault("import.seats", minimum=SEATS[0], maximum=SEATS[1])
        if self.taken != list(range(len(self.taken))):
            self.lost.append(Lost("document.playerSeats", "empty_seats"))
        self.graph, self.places = topology(len(self.taken)), places(len(self.taken))
        self.hexes, self.nodes, self.edges = self._number()
        self.state = self._read_state()
        self.current = self._seat("CURRENT_PLAYER")
        self.first = self._seat("FIRST_PLAYER")

    def brought(self) -> Brought:
        """Return what the file brings."""
        layout = self.file.at("boardInfo")
        if not layout.has("layout1"):
            raise layout.fault("import.island")
        board = layout.at("layout1")
        tiles, harbors = self._read_board(board)
        seats = [self._seated(part) for part in self.parts]
        is_founding = self.state in FOUNDING
        round_number = self._element("ROUND_COUNT").number(0 if is_founding else 1, _MOST_ROUNDS)
        standing = Standing(
            seats,
            tiles,
            harbors,
            self._place(board.at("robberHex"), self.hexes),
            self._agenda(seats),
            0 if is_founding else (round_number - 1) * len(seats) + self._from_first() + 1,
            None if is_founding else self.current,
            None,
            not is_founding and self._has_flag(self.current, "PLAYED_DEV_CARD_FLAG"),
            self._holder("LONGEST_ROAD_PLAYER"),
            self._holder("LARGEST_ARMY_PLAYER"),
            self.first,
            self._read_options(),
        )
        self._count_cards(standing)
        self._note_points(standing)
        self._note_rest()
        return Brought(standing.document(), self.lost)

    # places

    def _number(self) -> tuple[dict[int, Hex], dict[int, int], dict[int, int]]:
        """Return our hexes, nodes and edges by the file's numbers for them."""
        hexes, nodes, edges = {}, {}, {}
        for q, r in self.places:
            first, second = 7 + 2 * q + 2 * r, 7 + 2 * q
            hexes[first * 16 + second] = (q, r)
            around = [(first + one, second + other) for one, other in CORNERS]
            for which, (one, other) in enumerate(around):
                nodes[one * 16 + other] = self.graph.node_at[corner((q, r), which)]
                next_one, next_other = around[(which + 1) % len(around)]
                side = self.graph.side((q, r), DIRECTIONS[which])
                edges[min(one, next_one) * 16 + min(other, next_other)] = side
        return hexes, nodes, edges

    @staticmethod
    def _place(part: Part, known: Mapping[int, Any]) -> Any:
        number = part.number(0, _HIGHEST)
        if number not in known:
            raise part.fault("import.place")
        return known[number]

    def _read_board(self, board: Part) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
        rows = [(q, r) for r in range(-3, 4) for q in range(max(-3, -3 - r), min(3, 3 - r) + 1)]
        layout, numbers = board.at("hexLayout").exactly(HEXES), board.at("numberLayout").exactly(HEXES)
        tiles, harbors = [], []
        for place, kind, number in zip(rows, layout, numbers, strict=True):
            value = kind.number(0, _HIGHEST)
            if place in self.places:
                if value not in TERRAINS:
                    raise kind.fault("import.island")
                token = None if TERRAINS[value] == "desert" else TOKENS[number.number(0, len(TOKENS) - 1)]
                tiles.append({"q": place[0], "r": place[1], "terrain": TERRAINS[value], "token": token})
            elif value != WATER:
                harbors.append(self._harbor(place, kind, value))
        return tiles, harbors

    def _harbor(self, sea: Hex, part: Part, value: int) -> dict[str, Any]:
        """Return a harbor: 7 to 12 trade any three for one, others have the facing and the kind in four bits each."""
        facing, kind = (value - WATER, "any") if value < 16 else (value >> 4, HARBORS.get(value & 15))
        if kind is None or not 1 <= facing <= len(DIRECTIONS):
            raise part.fault("import.harbor")
        q, r = neighbor(sea, DIRECTIONS[facing - 1])
        if (q, r) not in self.places:
            raise part.fault("import.harbor")
        return {"q": q, "r": r, "side": DIRECTIONS[(facing + 2) % len(DIRECTIONS)], "kind": kind}

    # the turn

    def _read_state(self) -> int:
        part = self.file.at("gameState")
        if part.value not in STATES or isinstance(part.value, bool):
            raise part.fault("import.state", allowed=[str(state) for state in STATES])
        return int(part.value)

    def _element(self, name: str) -> Part:
        return self.file.at("elements").at(name)

    def _seat(self, name: str) -> int:
        """Return our number of the seat that an element names."""
        part = self._element(name)
        number = part.number(0, PLAYERS - 1)
        if number not in self.taken:
            raise part.fault("import.vacant")
        return self.taken.index(number)

    def _holder(self, name: str) -> int | None:
        return None if self._element(name).value == -1 else self._seat(name)

    def _from_first(self) -> int:
        return (self.current - self.first) % len(self.taken)

    def _has_flag(self, seat: int, name: str) -> bool:
        elements = self.parts[seat].at("elements")
        return elements.has(name) and elements.at(name).number(0, 1) == 1

    def _agenda(self, seats: list[Seated]) -> list[dict[str, Any]]:
        """Return what the game waits for."""
        if self.state == OVER:
            return []
        mine = [self.current]
        if self.state in FOUNDING:
            return [self._founding(seats)]
        rolled = self.file.at("currentDice").number(-1, 12) > 0
        if rolled and self.state == ROLL_OR_CARD:
            rolled = False
        agenda: list[dict[str, Any]] = [{"frame": "trade_build" if rolled else "roll", "seats": mine}]
        if rolled:
            self.lost.append(Lost("document.currentDice", "dice"))
        if self.state in (PLACING_ROBBER, DISCARDS):
            agenda.append({"frame": "move_robber", "seats": mine})
        if self.state == DISCARDS:
            owing = [seat for seat in range(len(seats)) if self._has_flag(seat, "DISCARD_FLAG")]
            agenda.append({"frame": "discard", "seats": owing})
        if self.state == CHOOSE_PLAYER:
            agenda.append({"frame": "steal", "seats": mine})
        if self.state in (FREE_ROAD_1, FREE_ROAD_2):
            left = self.parts[self.current].at("elements").at("ROADS").number(0, 15)
            owed = FREE_ROAD_2 - self.state + 1
            agenda.append({"frame": "road_building", "seats": mine, "roads": max(1, min(owed, left))})
        return agenda

    def _founding(self, seats: list[Seated]) -> dict[str, Any]:
        count, at = len(seats), self._from_first()
        step = at if FOUNDING[self.state] == 0 else 2 * count - 1 - at
        frame = found_settlement(self.current, step)
        if self.state in (START_1A, START_2A):
            return frame
        if not seats[self.current].settlements:
            raise self.parts[self.current].at("pieces").fault("import.prompt")
        return frame | {"frame": "found_road", "node": seats[self.current].settlements[-1]}

    # what the seats have

    def _seated(self, part: Part) -> Seated:
        own = Seated()
        for piece in part.at("pieces").items(_MOST_PIECES):
            kinds = {"ROAD": own.roads, "SETTLEMENT": own.settlements, "CITY": own.cities}
            found = piece.at("pieceType").word(kinds)
            found.append(self._place(piece.at("coord"), self.edges if found is own.roads else self.nodes))
        hand = part.at("resources")
        own.hand = {ours: hand.at(name).number(0, MOST_CARDS) for name, ours in RESOURCES.items()}
        old, new = [Counter(_cards(part.at(name))) for name in ("oldDevCards", "newDevCards")]
        own.cards, own.fresh = old + new, new
        own.played = {"knight": part.at("elements").at("NUMKNIGHTS").number(0, MOST_CARDS)}
        return own

    def _count_cards(self, standing: Standing) -> None:
        """Find the played cards: those that neither the deck nor a hand holds; knights are counted by seat."""
        deck = self.file.at("devCardDeck")
        if min(standing.bank().values()) < 0:
            raise self.file.at("playerSeats").fault("import.cards", owner="bank")
        left, hidden = Counter(_cards(deck)), sum((Counter(seat.cards) for seat in standing.seats), Counter())
        gone = {name: due - left[name] - hidden[name] for name, due in zip(OUR_CARDS, DECK, strict=True)}
        knights = sum(seat.played["knight"] for seat in standing.seats)
        if min(gone.values()) < 0 or gone["knight"] != knights or gone["victory_point"]:
            raise deck.fault("import.cards", owner="deck")
        standing.played_by_some = {name: count for name, count in gone.items() if name != "knight"}

    def _read_options(self) -> dict[str, Any]:
        """Return the options of the game; those that have no counterpart here are lost."""
        if not self.file.has("gameOptions") or self.file.at("gameOptions").value is None:
            return {}
        part, options = self.file.at("gameOptions"), {}
        for told in part.text().split(","):
            name, _, value = told.partition("=")
            if name in ("PLB", "SBL", "SC") and value not in ("", "f"):
                raise part.fault("import.island")
            if value[:1] == "f" or name in ONLY_AT_SET_UP:
                continue
            if name == "VP" and value[1:] in TARGETS:
                options["victory_points"] = int(value[1:])
            elif name == "RD":
                options["robber_token_only"] = True
            else:
                self.lost.append(Lost(part.place, "option", {"option": told}))
        return options

    def _note_points(self, standing: Standing) -> None:
        """List points that the file counts otherwise."""
        for seat, document in enumerate(standing.document()["state"]["seats"]):
            told = self.parts[seat].at("totalVP")
            if told.number(0, MOST_CARDS) != document["own_points"]:
                self.lost.append(Lost(told.place, "points", {"found": told.value, "due": document["own_points"]}))

    def _note_rest(self) -> None:
        """List what is left out: the order of the deck, offers, and what belongs to the table."""
        self.lost.append(Lost("document.devCardDeck", "order"))
        for part in self.parts:
            if part.has("currentTradeOffer"):
                self.lost.append(Lost(part.at("currentTradeOffer").place, "offers"))
        if self.file.has("playerSeatLocks"):
            self.lost.append(Lost("document.playerSeatLocks", "locks"))


def _cards(part: Part) -> list[str]:
    return [card.word(CARDS) for card in part.items(MOST_CARDS)]
