"""A game of self-play can be played again from its record."""

from domain.catan import CATAN
from workers.lab.training.games import WEAK, Game, plan_of, play_game, turns_of

STRONG = "heuristic"


def played(number: int) -> tuple[Game, list[bytes]]:
    game = play_game(CATAN, plan_of("again", number, STRONG))
    return game, [CATAN.pack(state) for state in turns_of(CATAN, game.plan, game.moves)]


def test_the_same_plan_plays_the_same_game() -> None:
    assert played(2) == played(2)


def test_every_turn_is_seen_again_and_the_last_one_wins() -> None:
    game, positions = played(3)
    assert game.result is not None
    last = CATAN.unpack(positions[-1])
    assert last.turn == len(positions)
    assert last.active in game.result.winners


def test_some_games_have_seats_that_play_at_random_and_some_a_random_opening() -> None:
    plans = [plan_of("mixed", number, STRONG) for number in range(24)]
    assert {STRONG, WEAK} == {agent for plan in plans for agent in plan.agents}
    assert sum(WEAK in plan.agents for plan in plans) == 6
    assert sum(plan.has_random_opening for plan in plans) == 8
    assert len({plan.seed for plan in plans}) == 24


def test_a_lead_has_one_seat_of_every_game_and_nobody_plays_at_random() -> None:
    plans = [plan_of("led", number, STRONG, "planner") for number in range(12)]
    assert [plan.agents.index("planner") for plan in plans] == [0, 1, 2, 3] * 3
    assert all(plan.is_fair and plan.agents.count(STRONG) == 3 for plan in plans)
