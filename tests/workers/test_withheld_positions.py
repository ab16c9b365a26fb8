"""Tests that the position to which a job moves a game's head is known as one for which no advice is given."""

from domain.catan import CATAN
from service.game.context import Context
from service.handlers.new_seats import NewSeat
from service.handlers.openings import NewGame, create_game
from service.queue.jobs import Move
from tests.workers.conftest import act, work


def play(ctx: Context, game: str) -> tuple[int, int]:
    """Give a legal command for the seat that must act; return the seat and the new version."""
    seat = CATAN.next_seat(ctx.games.load(game).position)
    return seat, act(ctx, game, seat)


def test_a_job_that_undoes_notes_the_position_before_its_process_ends(here: Context) -> None:
    game = create_game(here, NewGame("catan", [NewSeat("human")] * 3, undo="free", seed="seed")).id
    for _ in range(2):
        _, to = play(here, game)
    fingerprint = CATAN.fingerprint(here.games.load(game).position)
    seat, base = play(here, game)
    assert here.jobs.heads.find(fingerprint) is None
    here.jobs.undo(game, Move(to, base, seat), None)
    work(here, "jobs")
    assert here.jobs.heads.find(fingerprint) == game
