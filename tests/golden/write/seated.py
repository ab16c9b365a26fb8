"""Provides a table of a golden log: its game, its tokens, and a method for everything that players do there."""

from random import Random
from typing import Any

from service.clients.authentication import Caller, authenticate
from service.clients.names import names_at
from service.game import undo_rights
from service.game.context import Context
from service.game.deadlines import CLOCK_DEADLINE
from service.game.games import Game
from service.game.results import Created
from service.handlers.new_seats import NewSeat
from service.handlers.openings import NewGame, create_game
from service.handlers.passed_deadlines import fall_due
from service.handlers.resignation import resign
from service.handlers.seat_changes import SeatChange, change_seat
from service.handlers.seating import SeatWish, take_seat
from service.handlers.undo_requests import move_head, request_redo, request_undo
from service.handlers.votes import VOTE_MS, abandon, cast_vote
from service.problems import Problem
from service.table.terms import OWNER
from tests.golden.write.hosting import act, pass_time

MINUTE_MS = 61_000


class Seated:
    """Represents a game and the tokens to it, by seat and for its owner."""

    def __init__(self, ctx: Context, name: str, made: Created) -> None:
        self.ctx = ctx
        self.name = f"logs/{name}"
        self.id = made.id
        self.invite = made.invite
        self.rng = Random(name)
        self.owner = made.owner_token
        self.tokens: dict[int, str] = {seat["seat"]: seat["token"] for seat in made.seats if "token" in seat}

    @property
    def game(self) -> Game:
        """Return the game as it stands."""
        return self.ctx.games.load(self.id)

    def play(self, commands: int, agents: int = 70) -> None:
        """Play this many versions, or to the end of the game."""
        goal = self.game.version + commands
        while self.game.version < goal and act(self.ctx, self.id, self.rng, agents):
            pass

    def caller(self, seat: int | None = None) -> Caller:
        """Return the caller with a seat's token, or the owner where no seat is named."""
        return authenticate(self.ctx, self.game, self.owner if seat is None else self.tokens[seat])

    def undo(self, seat: int | None, to: int | None = None) -> bool:
        """Go back to before a seat's newest command, or to a version; return whether that was allowed."""
        game = self.game
        try:
            target = undo_rights.before_newest(game, OWNER if seat is None else seat) if to is None else to
            move_head(self.ctx, self.id, target, game.version, seat)
        except Problem:
            return False
        return True

    def redo(self, seat: int) -> None:
        """Go forward again."""
        game = self.game
        move_head(self.ctx, self.id, undo_rights.redo_target(game), game.version, seat)

    def ask_undo(self, seat: int | None) -> int:
        """Put an undo to the vote and return the vote's number."""
        request_undo(self.ctx, self.caller(seat))
        return len(self.game.table.votes)

    def ask_redo(self, seat: int) -> int:
        """Put a redo to the vote and return the vote's number."""
        request_redo(self.ctx, self.caller(seat))
        return len(self.game.table.votes)

    def ask_to_abandon(self, seat: int) -> int:
        """Put the end of the game to the vote and return the vote's number."""
        abandon(self.ctx, self.caller(seat))
        return len(self.game.table.votes)

    def cast(self, vote: int, *seats: int, accept: bool = True) -> None:
        """Answer a vote as these seats."""
        for seat in seats:
            cast_vote(self.ctx, self.caller(seat), vote, accept)

    def let_votes_end(self) -> None:
        """Let time pass without answers until the vote has expired."""
        pass_time(self.ctx, VOTE_MS)
        fall_due(self.ctx, self.id, "vote")

    def run_out(self, times: int = 1) -> None:
        """Let the time of those who owe something run out, `times` times."""
        for _ in range(times):
            pass_time(self.ctx, MINUTE_MS)
            fall_due(self.ctx, self.id, CLOCK_DEADLINE)

    def sit(self, seat: int, name: str | None = None, entropy: str = "") -> None:
        """Take an open seat and keep its token."""
        taken = take_seat(self.ctx, self.id, None, SeatWish(seat, name, self.invite, entropy))
        self.tokens[seat] = taken.token or ""

    def come_back(self, seat: int) -> None:
        """Take a seat back for its player, who was absent."""
        take_seat(self.ctx, self.id, self.tokens[seat], SeatWish())

    def change(self, seat: int, **change: Any) -> None:
        """Change a seat as the owner: give it to an agent, open it again, or have a new token made."""
        token = change_seat(self.ctx, self.caller(), seat, SeatChange(**change)).token
        self.tokens.pop(seat, None)
        if token:
            self.tokens[seat] = token

    def resign(self, seat: int) -> None:
        """Resign a seat."""
        resign(self.ctx, self.caller(seat))

    def head(self) -> dict[str, Any]:
        """Return the first line of the golden log."""
        game = self.game
        tokens = {token: self._opened(token) for token in [self.owner, *self.tokens.values()] if token}
        draws = [game.table.chance.pick(stream, n, [1] * 6) for stream in game.ruleset.streams for n in range(3)]
        names = {str(seat): name for seat, name in names_at(self.ctx, self.id).items()}
        return {"game": self.id, "tokens": tokens, "draws": draws, "names": names}

    def _opened(self, token: str) -> Any:
        try:
            caller = authenticate(self.ctx, self.game, token)
        except Problem:
            return None
        return "owner" if caller.is_owner else caller.seat


def table(ctx: Context, name: str, ruleset: str, *kinds: str, **wish: Any) -> Seated:
    """Return a new table with seats of these kinds.

    A kind may name its agent, as in `ai:uniform`; `map` is the name of the map.
    """
    seats = [_seat(kind, number) for number, kind in enumerate(kinds)]
    return Seated(ctx, name, create_game(ctx, NewGame(ruleset, seats, **wish)))


def _seat(kind: str, number: int) -> NewSeat:
    word, _, agent = kind.partition(":")
    if word == "bot":
        return NewSeat("bot", f"Bot {number}", agent or None, deadline_s=20 if agent else None)
    return NewSeat(
        word, ("Ann", "Ben", "Çelik", "Dörte", "李", "Fay")[number] if word == "human" else None, agent or None
    )
