"""Moves a game whose job came before its turn to the queue in which it belongs."""

from service.queue.ai_jobs import AI_QUEUES, LAST_QUEUE
from service.queue.jobs import Jobs


def gives_way(
    jobs: Jobs, client: str, game: str, version: int, *, line: str, acted: float | None, is_awaited: bool
) -> bool:
    """Move a game whose job came from the queue `line` to a later one, if it belongs there; return whether it did.

    A person or bot may act meanwhile, other than at the time `acted` (s). Their wake-up finds the job begun and does
    nothing, so the game is brought forward here.
    """
    queue = jobs.shares.queue_for(client, is_awaited=is_awaited)
    if line not in AI_QUEUES or AI_QUEUES.index(queue) <= AI_QUEUES.index(line):
        return False
    if queue == LAST_QUEUE:
        jobs.shares.set_aside(client, game)
    jobs.ai.give_way(game, version, queue)
    if jobs.ai.last_act_s(game) != acted:
        jobs.ai.recall(game)
    return True
