"""Names jobs so that each id says in which store the job is, and fetches jobs by their ids."""

import hashlib
import secrets
from dataclasses import dataclass
from typing import Final

from redis import Redis
from rq.exceptions import NoSuchJobError
from rq.job import Job
from rq.serializers import JSONSerializer

from eventstore.keys import SHARDS, shard_of

_DIGITS: Final = frozenset("0123456789abcdef")
_DROP_REMAINS: Final = "if redis.call('HEXISTS', KEYS[1], 'created_at') == 0 then redis.call('DEL', KEYS[1]) end"
"""Deletes a job without the time at which it was made, which every whole job has."""


@dataclass(frozen=True, slots=True)
class JobKey:
    """Identifies a job request that came with an idempotency key: the job's name, and the hash of the request."""

    name: str
    request: str


def name_job(kind: str, key: JobKey | None) -> str:
    """Return the id of a job: the same for all requests with one key, random without a key."""
    return f"{kind}-{secrets.token_hex(16) if key is None else key.name}"


def move_to_game(job_id: str, game: str) -> str:
    """Return the id that a job has if it belongs to a game: its name begins with the shard of the game."""
    kind, _, name = job_id.rpartition("-")
    return f"{kind}-{shard_of(game):02x}{name[2:]}"


def shard_of_job(job_id: str) -> int:
    """Return the shard to which a job belongs by its id; 0 for what is no id of a job."""
    start = job_id.rpartition("-")[2][:2]
    return int(start, 16) % SHARDS if len(start) == 2 and _DIGITS.issuperset(start) else 0


def fingerprint(credential: str | None) -> str:
    """Return what a job keeps of the credential that may read it."""
    return hashlib.sha256(b"job owner " + (credential or "").encode()).hexdigest()


def fetch_job(redis: Redis, job_id: str, credential: str | None) -> Job | None:
    """Return a job of a store; None for any credential but the one that made it."""
    try:
        job = Job.fetch(job_id, connection=redis, serializer=JSONSerializer)
    except (NoSuchJobError, ValueError):
        return None
    mine = secrets.compare_digest(str(job.meta.get("owner", "")), fingerprint(credential))
    return job if mine else None


def drop_remains(redis: Redis, job_id: str) -> None:
    """Delete what a worker wrote to a job that its store had lost meanwhile; a job that is whole stays."""
    redis.eval(_DROP_REMAINS, 1, Job.key_for(job_id))
