"""Tests the client of Pioneers: recorded games are played again, word for word; a bad server spoils its game alone."""

import argparse
import json
import socket
import sys
import threading
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from domain.catan import CATAN
from tests.judging import accepts
from workers.agents.agent import load_agent
from workers.bridge.families.catan.pioneers.__main__ import note_choices, play_game
from workers.bridge.families.catan.pioneers.choosing import choose_by, read_position
from workers.bridge.families.catan.pioneers.guest import Ending, Guest
from workers.bridge.families.catan.pioneers.hands import Hand
from workers.bridge.families.catan.pioneers.hosting import HOST, SERVER, find_program
from workers.bridge.families.catan.pioneers.island import KINDS, Island, Strange, axial, grid
from workers.bridge.families.catan.pioneers.session import MOST_LINE, Heard, Session, parse
from workers.bridge.families.catan.pioneers.table import Table
from workers.bridge.hosting import Entrant
from workers.bridge.lines import Partner

RECORDED = sorted((Path(__file__).parents[2] / "data" / "pioneers").glob("*.txt"))
LINES = {path: path.read_text().splitlines() for path in RECORDED}
MAP = [line.removeprefix("< ") for line in LINES[RECORDED[0]]]
DESCRIBED = MAP[MAP.index("game") + 1 : MAP.index("end")]
FIRST = """
import sys, json
for line in sys.stdin:
    asked = json.loads(line)
    if asked["do"] == "hello":
        print(json.dumps({"bridge": 1, "name": "first"}), flush=True)
    elif asked["do"] == "choose":
        command = asked["legal_actions"]["actions"][0]["command"]
        print(json.dumps({"id": asked["id"], "command": command}), flush=True)
"""
"""Is a bot that does what is listed first."""
WISH = argparse.Namespace(port=None, algorithm="greedy", transcripts=None)


class Replay(Session):
    """Says what a recorded server said, and fails where this side says or chooses anything else."""

    def __init__(self, lines: list[str]) -> None:
        self.left = deque(lines)
        self.chosen = 0

    def __exit__(self, *_: object) -> None:
        assert not self.left

    def _next(self, direction: str) -> str:
        if not self.left:
            raise Strange("the record ends")
        line = self.left.popleft()
        assert line.startswith(direction), line
        return line.removeprefix(direction)

    def _read_line(self) -> str:
        return self._next("< ")

    def is_ready(self) -> bool:
        return bool(self.left) and self.left[0].startswith("< ")

    def write(self, text: str) -> None:
        assert self._next("> ") == text

    def choose(self, table: Table) -> list[dict[str, Any]]:
        """Return what was chosen, which our rules allow at the position of the table; see that hands are sound."""
        chosen: list[dict[str, Any]] = json.loads(self._next("! "))
        position = read_position(table).position
        assert accepts(CATAN, position, table.seat, CATAN.commands.decode(chosen[0]))
        for kind in KINDS:
            assert table.bank[kind] + sum(hand.least[kind] for hand in table.hands) <= 19
        assert sum(table.bank.values()) + sum(hand.count for hand in table.hands) == 19 * len(KINDS)
        self.chosen += 1
        return chosen


def play(lines: list[str]) -> Ending:
    with Replay(lines) as session:
        return Guest(session, session.choose, "Longroad").play()


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.stem)
def test_a_recorded_game_is_played_again_word_for_word(path: Path) -> None:
    lines = LINES[path]
    ending = play(lines)
    winner = parse(lines[-1].removeprefix("< "))
    assert ending.winner == winner.player
    assert winner.words[:2] == ["won", "with"]
    assert ending.decisions == sum(line.startswith("! ") for line in lines)


def test_the_recorded_games_hold_everything_that_a_seat_can_do() -> None:
    chosen = {
        one["type"] for lines in LINES.values() for line in lines if line[:2] == "! " for one in json.loads(line[2:])
    }
    assert chosen >= {
        *("FoundSettlement", "FoundRoad", "RollDice", "BuildRoad", "BuildSettlement", "BuildCity", "MaritimeTrade"),
        *("BuyDevelopmentCard", "PlayKnight", "PlayRoadBuilding", "PlayMonopoly", "PlayYearOfPlenty", "EndTurn"),
        *("Discard", "MoveRobber", "Steal", "OfferTrade", "ConfirmTrade", "AcceptOffer"),
    }


def test_a_hand_of_another_seat_shows_nothing_hidden() -> None:
    session = Replay(LINES[RECORDED[0]])

    def look(table: Table) -> list[dict[str, Any]]:
        for one in table.document(table.awards["longest-road"], {})["state"]["seats"]:
            assert ("resources" in one) == ("development_cards" in one) == (one["seat"] == table.seat)
        return session.choose(table)

    with session:
        Guest(session, look, "Longroad").play()


def test_the_server_s_refusal_ends_the_game() -> None:
    lines = LINES[RECORDED[0]]
    at = lines.index("> roll")
    with pytest.raises(Strange, match="ERR roll-dice"):
        play([*lines[: at + 1], "< ERR roll-dice"])


@pytest.mark.parametrize("cut", [3, 40, 200])
def test_a_server_that_goes_ends_the_game(cut: int) -> None:
    lines = LINES[RECORDED[0]]
    end = [at for at, line in enumerate(lines) if line.startswith("< ")][cut]
    with pytest.raises(Strange, match="the record ends"):
        play(lines[:end])


def test_other_islands_and_unknown_hexes_are_refused() -> None:
    Island(DESCRIBED)
    for strange in (
        [],
        [line.replace("s,", "-,") for line in DESCRIBED if not line.startswith("s,")],
        [line.replace("d", "g") if "," in line else line for line in DESCRIBED],
    ):
        with pytest.raises(Strange):
            Island(strange)


def test_every_place_is_named_so_that_it_is_found() -> None:
    island = Island(DESCRIBED)
    assert all(axial(*grid(place)) == place for place in island.places)
    for number in range(island.graph.nodes):
        assert island.node(*map(int, island.name_node(number).split())) == number
    for number in range(island.graph.edges):
        assert island.edge(*map(int, island.name_edge(number).split())) == number


def test_tokens_and_harbors_are_those_of_the_standard_island() -> None:
    island = Island(DESCRIBED)
    tokens = sorted(tile["token"] for tile in island.tiles if tile["terrain"] != "desert")
    assert tokens == sorted([2, 12, *[number for number in range(3, 12) if number != 7 for _ in range(2)]])
    kinds = sorted(one["kind"] for one in island.harbors)
    assert kinds == sorted([*KINDS, *["any"] * 4])


def test_what_is_known_of_a_hand_is_never_more_than_it_has() -> None:
    robbed, thief = Hand(), Hand()
    robbed.gain({"ore": 2, "wool": 1})
    robbed.yield_one(thief)
    assert (robbed.count, thief.count) == (2, 1)
    assert (robbed.least["ore"], robbed.least["wool"], thief.least["ore"]) == (1, 0, 0)
    thief.lose({"wool": 1})  # so that was it
    assert thief.count == 0 == sum(thief.least.values())
    sure = Hand()
    sure.gain({"ore": 3})
    sure.yield_one(thief)
    assert (sure.least["ore"], thief.least["ore"]) == (2, 1)


@pytest.fixture
def server() -> Iterator[tuple[int, list[socket.socket]]]:
    """Yield a port, and the connections to it."""
    with socket.create_server((HOST, 0)) as listening:
        joined: list[socket.socket] = []

        def accept() -> None:
            joined.append(listening.accept()[0])

        thread = threading.Thread(target=accept, daemon=True)
        thread.start()
        yield listening.getsockname()[1], joined
        thread.join()
        for one in joined:
            one.close()


def test_the_server_is_told_that_this_side_lives(server: tuple[int, list[socket.socket]]) -> None:
    port, joined = server
    with Session(HOST, port, 10, lambda text: None) as session:
        while not joined:
            pass
        joined[0].sendall(b"hello\nturn 1\n")
        assert session.read() == Heard(None, ["hello"])
        assert joined[0].recv(16) == b"yes\n"
        assert session.is_ready()
        assert session.read() == Heard(None, ["turn", "1"])
        joined[0].sendall(b"x" * (MOST_LINE + 1))
        with pytest.raises(Strange, match="too long"):
            session.read()


def test_a_game_that_cannot_be_joined_is_a_fault_of_its_own(server: tuple[int, list[socket.socket]]) -> None:
    port, joined = server

    def refuse() -> None:
        while not joined:
            pass
        joined[0].sendall(b"go away\n")

    thread = threading.Thread(target=refuse, daemon=True)
    thread.start()
    line = play_game(
        Entrant("heuristic", load_agent("heuristic")), 7, argparse.Namespace(**{**vars(WISH), "port": port})
    )
    thread.join()
    assert line["game"] == 7
    assert "go away" in line["fault"]


def test_a_partner_s_program_is_asked_by_documents() -> None:
    table = Table(Island(DESCRIBED), 0)
    with Partner([sys.executable, "-c", FIRST], 30) as partner:
        partner.greet({"ruleset": "catan", "seats": 4})
        notes: list[str] = []
        chosen = note_choices(choose_by(partner, "a game"), notes.append)(table)
    assert chosen[0]["type"] == "FoundSettlement"
    assert notes == [f"! {json.dumps(chosen)}"]


@pytest.mark.skipif(find_program(SERVER) is None, reason="Debian's package pioneers-console is not installed")
def test_a_whole_game_is_played_at_pioneers() -> None:
    line = play_game(Entrant("heuristic", load_agent("heuristic")), 0, WISH)
    assert "fault" not in line
    assert line["winner"] in range(4)
