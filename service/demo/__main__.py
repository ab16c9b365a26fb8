"""Runs `python -m service.demo [OPTIONS]`: plays, undoes, redoes, branches and replays; OPTIONS are JSON."""

import json
import os
import re
import sys
from collections.abc import Iterable
from typing import Any

from service.demo.client import Client, Surprise
from service.demo.hosting import server
from service.demo.player import Player
from service.settings import SettingsError

NAMES = ["Ana", "AI 1", "AI 2", "AI 3"]
SEATS = [{"kind": "human", "name": "Ana"}, {"kind": "ai"}, {"kind": "ai"}, {"kind": "ai"}]
FAULTS = (Surprise, OSError, ValueError, SettingsError)
PAUSE = 8  # own commands before undo and redo, at least: the founding, then a turn or two
QUIET = ("AgendaSet", "TurnStarted", "TableOpened", "SeatsFilled", "GameStarted", "SeedRevealed")
BESIDE = ("version", "index", "type", "seat", "time")


def play(url: str | None, options: str) -> int:
    """Play one game with its options as JSON; return 1 with one line if anything violates the contract."""
    try:
        play_on(url, options)
    except FAULTS as error:
        print(f"demo: {error}".splitlines()[0], file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


def play_on(url: str | None, options: str) -> None:
    """Play on the server of an address, or on one that is found or started; raises one of FAULTS."""
    with server(url) as found:
        demonstrate(Client(found), json.loads(options))


def demonstrate(client: Client, options: dict[str, Any]) -> None:
    """Run the whole demonstration; raises Surprise."""
    wish = {"ruleset": "catan", "seats": SEATS, "undo": "free", "options": options}
    made = client.post("/v1/games", wish)
    player, course = Player(client, made), Course(NAMES)
    print(
        f"game {made['id']}: {NAMES[0]} knows no rules and posts what is listed; {', '.join(NAMES[1:])} play for real"
    )
    course.tell(player.play(most=PAUSE, alone=True))
    go_back_and_forth(player)
    pause = player.client.get(player.path)["version"]
    course.tell(player.play(after=course.last[0] - 1))
    finished = client.get(player.path)
    check(finished["status"] == "finished", f"the game is {finished['status']}, not finished")
    winners = " and ".join(NAMES[seat] for seat in finished["result"]["winners"])
    print(f"{winners} won: points {finished['result']['points']}, {finished['version']} versions")
    look_back(player, pause)
    branch_off(client, player, pause)
    replay(player)


def go_back_and_forth(player: Player) -> None:
    """Undo the newest command and redo it, comparing positions."""
    before = player.state()
    undone = player.job("undo", {})
    check(player.state() == player.state(undone["to_version"]), "an undo did not bring the old position back")
    print(f"       undone: version {undone['version']} stands where version {undone['to_version']} stood")
    redone = player.job("redo", {})
    check(player.state() == before, "a redo did not bring the newer position back")
    print(f"       redone: version {redone['version']} stands where version {redone['to_version']} stood")


def look_back(player: Player, version: int) -> None:
    """Show a past version as it was seen at the time."""
    state = player.state(version)
    points = [seat["points"] for seat in state["seats"]]
    print(f"looking back: at version {version} it was turn {state['turn']}, points {points}")


def branch_off(client: Client, player: Player, version: int) -> None:
    """Branch from a version at which the seat had to act, and play two commands."""
    made = player.client.post(f"{player.path}/branches", {"version": version})
    other = Player(client, made)
    print(f"branched at version {version}: game {made['id']}")
    check(other.state() == player.state(version), "the branch does not start where it was asked to")
    Course(NAMES).tell(other.play(most=2))


def replay(player: Player) -> None:
    """Rebuild the game from its log, prove it, and print the final board."""
    proof = player.job("replays", {"format": "text"})
    check(proof["verified"] and proof["digests"] == proof["versions"], "the replay did not prove every version")
    print(f"replayed from the log: {proof['versions']} versions, every one of {proof['digests']} digests verified\n")
    print(proof["record"].split("\n\n", 1)[1].rstrip())


def check(is_so: bool, otherwise: str) -> None:
    """Raise Surprise unless a condition holds."""
    if not is_so:
        raise Surprise(otherwise)


class Course:
    """Prints the course of a game: each event once, in order, in a line with its version, turn and seat."""

    def __init__(self, names: list[str]) -> None:
        self.names = names
        self.turn = 0
        self.last = (0, 0)

    def tell(self, events: Iterable[Any]) -> None:
        """Print the new ones among the events."""
        for event in events:
            place = (event["version"], event["index"])
            if place > self.last:
                self.last = place
                self._tell(event)

    def _tell(self, event: Any) -> None:
        self.turn = event.get("turn", self.turn)
        if event["type"] not in QUIET:
            seat = event.get("seat")  # null when an award returns to the supply
            who = "table" if seat is None else self.names[seat]
            print(f"{event['version']:>5}  turn {self.turn:>3}  {who:<8} {sentence(event)}".rstrip())


def sentence(event: Any) -> str:
    """Describe an event from its type and fields alone: the client need not know any event."""
    what = re.sub(r"(?<!^)(?=[A-Z])", " ", event["type"]).lower()
    shown = ((name, words(value)) for name, value in event.items() if name not in BESIDE)
    return f"{what}  " + ", ".join(f"{name} {text}" for name, text in shown if text)


def words(value: Any) -> str:
    """Write a value in one line; empty for an empty value."""
    if isinstance(value, dict):
        return " ".join(f"{count} {name}" for name, count in value.items())
    if isinstance(value, list):
        return " / ".join(words(member) or "-" for member in value)
    return "" if value is None else str(value)


if __name__ == "__main__":
    sys.exit(play(os.environ.get("URL"), *(sys.argv[1:2] or ["{}"])))
