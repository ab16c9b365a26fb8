"""Names the keys that Longroad keeps in the queue's store beside RQ's own. All of them may be lost."""

from typing import Final

from rq import Queue

AI_DEFERRED: Final = "longroad:ai:deferred"
"""Names a sorted set: the games whose AI jobs are to run again, by time."""

KNOWN_STORE: Final = "longroad:known-store"
"""Names a hash: the identity of each shard of the events' store, as the hosts know it."""

QUEUE_LISTS: Final = "longroad:queue-lists"
"""Names a hash: numbers that hosts raise, by the digest of their list of queues' stores."""

HEADS: Final = "longroad:heads"
"""Names a hash: the game that withholds advice, by the fingerprint of its newest position."""

HEADS_OF_GAMES: Final = "longroad:heads:games"
"""Names a hash: these fingerprints by game."""

HEADS_BY_AGE: Final = "longroad:heads:age"
"""Names a sorted set: these games by the time of their newest version (ms)."""


def ai_job(game: str, what: str) -> str:
    """Name the state of a game's AI job: its holder, whether it is queued, how often it failed."""
    return f"longroad:ai:{game}:{what}"


def worker_time(client: str, window: int) -> str:
    """Name the worker time that a client's agents have used in a window."""
    return f"longroad:ai:spent:{client}:{window}"


def watched_time(client: str, window: int) -> str:
    """Name the part of a client's worker time that was used at tables at which somebody waited."""
    return f"longroad:ai:awaited:{client}:{window}"


def watched_tables(client: str) -> str:
    """Name a sorted set: the tables of a client at which somebody waited, by the time of that person's last act."""
    return f"longroad:ai:tables:{client}"


AI_THINKING: Final = "longroad:ai:thinking"
"""Names a sorted set: what the slow agents of a table cost (ms) and its id, by the time it was last played (s)."""

AI_WORKERS: Final = "longroad:ai:workers"
"""Names a sorted set: the workers that move agents, by the time of their last heartbeat (s)."""

AI_ASIDE: Final = "longroad:ai:aside"
"""Names a set: the clients with games that gave way because their share was used up."""


def games_aside(client: str) -> str:
    """Name a sorted set: the games of a client that gave way, by time."""
    return f"{AI_ASIDE}:{client}"


def waiting_jobs(client: str) -> str:
    """Name a sorted set: the jobs of a client that have not ended."""
    return f"longroad:jobs:{client}"


def same_job(digest: str) -> str:
    """Name the id of the job that a client queued with these arguments, whose result is the same every time."""
    return f"longroad:jobs:same:{digest}"


OPEN_JOBS: Final = "longroad:jobs:open"
"""Names a sorted set: the jobs that have not ended, or only lately, by the time they were queued (s)."""


def arena_games(job_id: str) -> str:
    """Name a hash: the games that an arena's job has played so far, by number."""
    return f"longroad:arena:{job_id}"


def arena_claims(job_id: str) -> str:
    """Name a set: the numbers of the games that jobs of an arena have begun."""
    return f"longroad:arena:{job_id}:begun"


def arena_tables(job_id: str) -> str:
    """Name a hash: where the games of an arena with bots are hosted, by number."""
    return f"longroad:arena:{job_id}:tables"


def removal(job_id: str) -> str:
    """Name the progress of a job that removes the games of a client."""
    return f"longroad:removal:{job_id}"


def review_pieces(job_id: str) -> str:
    """Name a hash: the results of the finished pieces of a review, by number, and what is shown before the end."""
    return f"longroad:review:{job_id}"


REVIEW_PART: Final = "part"
"""Names the field of a review's hash with what is shown before the end."""


def worker(name: str) -> str:
    """Name the heartbeat of a worker."""
    return f"longroad:worker:{name}"


def quota(name: str, window: int, client: str) -> str:
    """Name the amount of a quota that a client has used in a window."""
    return f"longroad:quota:{name}:{window}:{client}"


def trace(place: str, number: int) -> str:
    """Name the span that appended a version of a game, or made a delivery of a webhook."""
    return f"longroad:trace:{place}:{number}"


def first_answer(scope_key: str) -> str:
    """Name the sealed answer to the first request under an idempotency key, if no log could keep it."""
    return f"longroad:once:{scope_key}"


CONSENTS: Final = "longroad:presence:consents"
"""Names a number that grows whenever somebody agrees to be shown as present."""


def presence(owner: str) -> str:
    """Name a hash: when the open streams of an owner were last known to be open (ms), and when one was last closed."""
    return f"longroad:presence:of:{owner}"


def ticket(hashed: str) -> str:
    """Name what the stream ticket with this hash opens."""
    return f"longroad:ticket:{hashed}"


def queue(name: str) -> str:
    """Return RQ's list of the jobs that wait in a queue."""
    return f"{Queue.redis_queue_namespace_prefix}{name}"
