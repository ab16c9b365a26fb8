"""Tests that games of agents alone keep a tenth of a worker's time, and no more is saved for them than one slice."""

from service.queue.ai_jobs import AI_QUEUE, AI_QUEUES, CONTINUED_QUEUE, LAST_QUEUE
from workers.serving.sliced import PART, SLICE_S, Reserve


def first(reserve: Reserve) -> str:
    return min(AI_QUEUES, key=reserve.rank)


def test_games_of_agents_alone_get_a_tenth_of_the_time() -> None:
    reserve, used = Reserve(), {AI_QUEUE: 0.0, CONTINUED_QUEUE: 0.0}
    for _ in range(10_000):  # somebody waits all the time
        queue = first(reserve)
        seconds = 0.05 if queue == AI_QUEUE else 0.5
        reserve.note(queue, seconds)
        used[queue] += seconds
    assert abs(used[CONTINUED_QUEUE] / sum(used.values()) - 1 / PART) < 0.01


def test_an_hour_of_people_saves_up_one_slice() -> None:
    reserve = Reserve()
    reserve.note(AI_QUEUE, 3600)
    assert first(reserve) == CONTINUED_QUEUE
    reserve.note(LAST_QUEUE, SLICE_S / 10)
    assert first(reserve) == AI_QUEUE
