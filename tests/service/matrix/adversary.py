"""Provides a player who knows every attack of the audit and always tries the most promising one in a long game.

The player owns the game, sits on the creator's seat, and has a second seat under another name; a guest plays honestly.
An attack returns what it gained, in the unit of what it is after: cards, seconds, versions or moves.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

from service.game.games import Game
from service.handlers.commands import submit
from tests.service.matrix.world import DAY_S, OTHER, VICTIM, House, World, new_world, time_left
from tests.toy import EndTurn, Roll, ShowCard, Wave

CURIOSITY: Final = 0.01
"""The value that an attack promises for every move since it was last tried."""
LONGEST: Final = 60
"""The number of versions after which another game begins."""


@dataclass
class Attempt:
    """Holds what the last try of an attack gained, and how many moves ago that was."""

    best: float = 0.0
    idle: int = 1_000


@dataclass
class Adversary:
    """Represents an attacker of the games of one server; `gains` holds what each successful attack gained at best."""

    house: House
    rng: Random
    world: World = field(init=False)
    known: dict[str, Attempt] = field(default_factory=lambda: {name: Attempt() for name in ATTACKS})
    gains: dict[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.world = new_world(self.house, "running", "owner who plays")

    def play(self, moves: int) -> dict[str, float]:
        """Make greedy moves, each an attack and then an ordinary command, and return what was gained, by attack."""
        for _ in range(moves):
            if self.world.game.table.finished or self.world.game.version > LONGEST:
                self.world = new_world(self.house, "running", "owner who plays")
            self._attack(max(self.known, key=lambda name: self.known[name].best + CURIOSITY * self.known[name].idle))
            self._go_on()
        return self.gains

    def _attack(self, name: str) -> None:
        gain = ATTACKS[name](self.world)
        for attempt in self.known.values():
            attempt.idle += 1
        self.known[name] = Attempt(max(0.0, gain), 0)
        if gain > 0:
            self.gains[name] = max(gain, self.gains.get(name, 0.0))

    def _go_on(self) -> None:
        """Let some time pass and make an ordinary command for the first seat that must act."""
        world, game = self.world, self.world.game
        self.world.wait(self.rng.randint(1, 600))
        if game.table.status == "running":
            seat = game.awaiting()[0].seat
            submit(self.house.ctx, world.id, seat, [_ordinary(game, seat, self.rng)])


def _ordinary(game: Game, seat: int, rng: Random) -> Any:
    listed = [command for command in game.ruleset.actions(game.position, seat) if not isinstance(command, ShowCard)]
    return rng.choice(listed) if listed else game.ruleset.actions(game.position, seat).templates[0].example


def _to_turn_of(world: World, seat: int) -> bool:
    """Play ordinary turns until a seat has rolled, and return whether that was reached."""
    for _ in range(12):
        game = world.game
        if game.table.status != "running":
            return False
        turn = game.awaiting()[0].seat
        rolled = game.awaiting()[0].frame == "turn"
        if turn == seat and rolled:
            return True
        submit(world.house.ctx, world.id, turn, [EndTurn() if rolled else Roll()])
    return False


def undo_a_rival(world: World) -> float:
    """Undo what the guest has just done without a vote; return 1 where that works."""
    if not _to_turn_of(world, VICTIM):
        return 0.0
    world.play(VICTIM, Wave(1 << OTHER))
    before = world.game
    for token in ("other", "creator", "owner"):
        world.ask("POST", "/undo", world.tokens[token], {"to_version": before.version - 1})
    return float(world.game.table.moved > before.version)


def win_time_by_undoing(world: World) -> float:
    """Think, act and undo, and return the seconds that the clock gave back."""
    if not _to_turn_of(world, OTHER):
        return 0.0
    world.wait(900)
    least = _left(world, OTHER)
    world.play(OTHER, Wave(1 << VICTIM))
    world.ask("POST", "/undo", world.tokens["other"], {})
    return (_left(world, OTHER) - least) / 1000


def _left(world: World, seat: int) -> int:
    times = [ms for obligation, ms in time_left(world).items() if obligation[0] == seat]
    return min(times, default=0)


def take_back_a_time_out(world: World) -> float:
    """Let one's own time run out and undo what the table did then; return 1 where that needs no consent."""
    if not _to_turn_of(world, OTHER):
        return 0.0
    world.wait(2 * DAY_S)
    world.sweep()
    late = world.game.version
    world.ask("POST", "/undo", world.tokens["other"], {"to_version": late - 1})
    return float(world.game.table.moved > late)


def read_a_hand_by_a_new_token(world: World) -> float:
    """As the owner, renew the token of the guest's seat, and return 1 where it shows the guest's cards."""
    answer = world.ask("PATCH", f"/seats/{VICTIM}", world.tokens["owner"], {"reissue": True})
    return _cards_shown(world, answer)


def read_a_hand_by_sitting_down(world: World) -> float:
    """As the owner, open the guest's seat and take it, and return 1 where it shows the guest's cards."""
    if world.ask("PATCH", f"/seats/{VICTIM}", world.tokens["owner"], {"open": True}).status_code >= 300:
        return 0.0
    return _cards_shown(world, world.ask("POST", "/seats", None, {"seat": VICTIM}))


def _cards_shown(world: World, answer: Any) -> float:
    token = answer.json.get("token") if answer.status_code < 300 else None
    if token is None:
        return 0.0
    seen = world.ask("GET", "", token).json["state"]["cards"][VICTIM]
    world.tokens["victim"] = token
    return float(seen is not None)


def have_an_engine_play(world: World) -> float:
    """Branch the game with agents on every seat to see how they would play on; return 1 where that is allowed."""
    seats = [{"kind": "ai"}] * 4
    asked = {"version": world.game.version, "seats": seats}
    return float(world.ask("POST", "/branches", world.tokens["other"], asked).status_code == 201)


def learn_the_true_version(world: World) -> float:
    """As the owner, who sees the game late, send what is refused, and return how far ahead the named version is."""
    token, most = world.tokens["owner"], 0
    for act in ("/undo", "/redo"):
        body = world.ask("POST", act, token, {"expected_version": 9_999}).json
        most = max(most, int(body.get("version", 0)))
    return float(max(0, most - world.seen(token)))


def pass_for_somebody_else(world: World) -> float:
    """Send the tag of another seat's view, and return 1 where the server takes it for one's own."""
    tag = world.ask("GET", "", world.tokens["creator"]).headers["ETag"]
    return float(world.ask("GET", "", world.tokens["other"], If_None_Match=tag).status_code == 304)


def hide_behind_a_vote(world: World) -> float:
    """Ask for a vote just before one's own time is over, and return 1 where the time-out waits for it."""
    if world.game.table.vote or not _to_turn_of(world, OTHER):
        return 0.0
    if world.ask("POST", "/abandon", world.tokens["other"], {}).status_code != 201 or not world.game.table.vote:
        return 0.0
    before = world.game.version
    world.wait(_left(world, OTHER) / 1000 + 1)
    world.sweep()
    return float(world.game.version == before)


ATTACKS: Final[dict[str, Callable[[World], float]]] = {
    "undo a rival": undo_a_rival,
    "win time by undoing": win_time_by_undoing,
    "take back a time-out": take_back_a_time_out,
    "read a hand by a new token": read_a_hand_by_a_new_token,
    "read a hand by sitting down": read_a_hand_by_sitting_down,
    "have an engine play": have_an_engine_play,
    "learn the true version": learn_the_true_version,
    "pass for somebody else": pass_for_somebody_else,
    "hide behind a vote": hide_behind_a_vote,
}
