"""Plays one game at a server of Pioneers, in a seat that the server chooses."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from workers.bridge.families.catan.pioneers.choosing import Choose, can_lay_road
from workers.bridge.families.catan.pioneers.island import SEATS, Island, Strange
from workers.bridge.families.catan.pioneers.offering import Offering
from workers.bridge.families.catan.pioneers.orders import write_counts, write_order
from workers.bridge.families.catan.pioneers.session import Heard, Session
from workers.bridge.families.catan.pioneers.table import Table

PROTOCOL: Final = "15"
_SEVEN: Final = 7


class Ending(NamedTuple):
    """Holds how a game ended: the seat of the guest, that of the winner, the turns, and how often the guest chose."""

    seat: int
    winner: int
    turns: int
    decisions: int


class _Over(Exception):
    """Says that the game has a winner."""


class Guest:
    """Plays in a session what `choose` says; `write` and `wait` keep what the server says on the table."""

    def __init__(self, session: Session, choose: Choose, name: str) -> None:
        self.session, self._choose, self.name = session, choose, name
        self.table = self._join()
        self.decisions = 0
        self._victim: int | None = None
        self._doing = {
            "MoveRobber": self._rob,
            "WithdrawOffer": self._withdraw,
            "PlayRoadBuilding": self._lay_free_roads,
            "PlayMonopoly": self._monopolize,
            "PlayYearOfPlenty": self._take_plenty,
            "RollDice": self._roll,
        }

    def play(self) -> Ending:
        """Play the game to its end; raises Strange, Fault or Problem if it cannot be."""
        try:
            self.write("start")
            self.wait("OK")
            while True:
                heard = self.read()
                if heard.player is None and heard.words[0] in ("setup", "setup-double"):
                    self._found(2 if heard.words[0] == "setup-double" else 1)
                elif heard.player is None and heard.words[0] == "turn":
                    self._take_turn()
        except _Over:
            assert self.table.winner is not None
            return Ending(self.table.seat, self.table.winner, self.table.turn, self.decisions)

    # lines

    def write(self, text: str) -> None:
        """Send a line."""
        self.session.write(text)

    def read(self) -> Heard:
        """Return the next line, after it was noted, and answered where the server asks."""
        heard = self.session.read()
        words = heard.words
        if not words:
            return heard
        if words[0] in ("ERR", "INFO"):
            raise Strange(f"the server refused: {heard.text}")
        seat = self.table.seat if heard.player is None else heard.player
        if words[0] != "plenty" or heard.player is not None:  # without a player this tells what the bank holds
            self.table.hear(seat, words)
        if self.table.winner is not None:
            raise _Over
        self._answer(heard, seat)
        return heard

    def wait(self, *first: str) -> Heard:
        """Return the next line to this seat alone, or of it, that begins with one of some words."""
        while True:
            heard = self.read()
            if heard.player in (None, self.table.seat) and heard.words and heard.words[0] in first:
                return heard

    def _answer(self, heard: Heard, seat: int) -> None:
        """Do what the server asks for at once, whoever has the turn."""
        words, is_own = heard.words, seat == self.table.seat
        if words[0] == "must-discard" and is_own:
            self.write(write_order(self.choose()[0], self.table))
        elif words[0] == "you-are-robber":
            self._rob(self.choose())
        elif words[0] == "rob" and heard.player is None:
            if self._victim is None:
                raise Strange("there is nobody to rob")
            self.write(f"rob {self._victim}")
        elif words[:2] == ["domestic-trade", "call"] and not is_own:
            self.write("domestic-quote finish")

    # joining

    def _join(self) -> Table:
        """Say who joins, and read the island; return the table, at which the game has not begun."""
        session = self.session
        _expect(session.read(), "version report")
        session.write(f"version {PROTOCOL}")
        _expect(session.read(), "status report")
        session.write(f"status reconnect {self.name}")
        heard = session.read()
        if heard.player is None or heard.words[:1] != ["of"]:
            raise Strange(f"the server answered: {heard.text}")
        if heard.words[1].rstrip(",") != str(SEATS) or heard.player not in range(SEATS):
            raise Strange(f"this is no game of {SEATS}: {heard.text}")
        session.write("style ai")
        session.write("players")
        self._read_list("players", ".")
        session.write("game")
        island = Island(self._read_list("game", "end"))
        session.write("gameinfo")
        self._read_list("gameinfo", "end")
        return Table(island, heard.player)

    def _read_list(self, first: str, last: str) -> list[str]:
        """Return the lines between two lines."""
        while self.session.read().words[:1] != [first]:
            pass
        found = []
        while (heard := self.session.read()).words != [last]:
            found.append(heard.text)
        return found

    # playing

    def choose(self) -> list[dict[str, Any]]:
        """Return the commands that are chosen."""
        self.decisions += 1
        return list(self._choose(self.table))

    def _found(self, settlements: int) -> None:
        for _ in range(2 * settlements):
            self.write(write_order(self.choose()[0], self.table))
            self.wait("built")
        self.write("done")
        self.wait("OK")

    def _take_turn(self) -> None:
        """Play the turn to its end."""
        while True:
            while self.session.is_ready():
                self.read()
            self._reveal()
            if self._act(self.choose()):
                return

    def _act(self, chosen: list[dict[str, Any]]) -> bool:
        """Do what was chosen; return whether the turn is over."""
        kind = chosen[0]["type"]
        doing = self._doing.get(kind)
        if kind == "OfferTrade":
            return self._offer(chosen)
        if doing:
            doing(chosen)
        else:
            self.write(write_order(chosen[0], self.table))
            self.wait(_ANSWERS[kind])
        return bool(kind == "EndTurn")

    def _reveal(self) -> None:
        """Lay victory points open if they win."""
        while self.table.points() >= self.table.goal and "victory_point" in self.table.cards:
            self.write(f"play-develop {self.table.cards.index('victory_point')}")
            self.wait("play-develop")

    def _roll(self, _: object) -> None:
        self.write("roll")
        dice = self.wait("rolled").words[1:]
        self.wait("robber-done" if sum(map(int, dice)) == _SEVEN else "done-resources")

    def _rob(self, chosen: list[dict[str, Any]]) -> None:
        self._victim = chosen[1]["victim"] if len(chosen) > 1 else None
        self.write(write_order(chosen[0], self.table))

    def _lay_free_roads(self, chosen: list[dict[str, Any]]) -> None:
        self.write(write_order(chosen[0], self.table))
        self.wait("play-develop")
        self.table.free_roads = _FREE_ROADS
        while self.table.free_roads and can_lay_road(self.table):
            road = self.choose()[0]
            if road["type"] != "BuildRoad":
                raise Strange(f"{road['type']} is no free road")
            self.write(write_order(road, self.table))
            self.wait("built")
        self.table.free_roads = 0
        self.write("done")
        self.wait("OK")

    def _monopolize(self, chosen: list[dict[str, Any]]) -> None:
        self._play_card(chosen[0], f"monopoly {chosen[0]['resource']}")

    def _take_plenty(self, chosen: list[dict[str, Any]]) -> None:
        self._play_card(chosen[0], f"plenty {write_counts(chosen[0]['cards'])}")

    def _play_card(self, command: Mapping[str, Any], then: str) -> None:
        self.write(write_order(command, self.table))
        self.wait("play-develop")
        self.write(then)
        self.wait("OK")

    def _withdraw(self, chosen: list[dict[str, Any]]) -> None:
        """Forget an offer, which the server has forgotten already."""
        table = self.table
        table.offers = [one for one in table.offers if one["offer"] != chosen[0]["offer"]]

    def _offer(self, chosen: list[dict[str, Any]]) -> bool:
        """Offer a trade, and take what is chosen of the answers, or do what was chosen in their place."""
        then = Offering(self).make(chosen[0])
        return bool(then) and self._act(then)


_ANSWERS: Final[Mapping[str, str]] = {
    "BuildRoad": "built",
    "BuildSettlement": "built",
    "BuildCity": "built",
    "BuyDevelopmentCard": "bought-develop",
    "PlayKnight": "robber-done",
    "MaritimeTrade": "maritime-trade",
    "EndTurn": "OK",
}
"""What the server says when a command is done."""
_FREE_ROADS: Final = 2


def _expect(heard: Heard, text: str) -> None:
    if heard.text != text:
        raise Strange(f"the server said {heard.text!r} in place of {text!r}")
