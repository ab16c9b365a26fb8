"""Gives the answer of a handler once under an Idempotency-Key.

The append of an accepted request also claims its key, with the sealed answer. The answer may hold a token, so it is
encrypted (AES-256-GCM) under a key derived from the Idempotency-Key and the credential; neither is stored. The claim is
found by a hash of method, path, credential and key. An answer that shows events (`Submitted`) is in the log: its claim
only names the versions, and the seat to which they are shown.
"""

import hashlib
import json
import secrets
from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from hashlib import blake2b
from typing import Any, Final, ParamSpec, TypeVar

import orjson
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from eventstore.records import Claim
from service.game.context import Context
from service.game.results import Queued, Submitted
from service.problems import Problem
from service.queue.ai_jobs import KEPT_S
from service.queue.job_names import JobKey
from service.queue.keys import first_answer, same_job

TTL_S: Final = 86_400
SHORTEST_ANONYMOUS: Final = 22
LASTING: Final = ("review",)
"""Lists the functions of jobs whose result never changes."""
_NONCE: Final = 12
_SHORTEST_SEALED: Final = 28
"""Is the length of a nonce and a tag; what is shorter names the place of the answer in the log."""
_AT_WORK: Final = b"at work"
_AT_WORK_S: Final = 60
A = TypeVar("A")
P = ParamSpec("P")


@dataclass(frozen=True, slots=True)
class Sealed:
    """Holds an answer encrypted under an idempotency key, and the hash of the request that it answered."""

    request_hash: str
    answer: bytes

    def write(self) -> bytes:
        """Join both parts into one value."""
        return self.request_hash.encode() + b" " + self.answer

    @classmethod
    def read(cls, written: bytes) -> "Sealed":
        """Split a value that `write` made."""
        request_hash, _, answer = written.partition(b" ")
        return cls(request_hash.decode(), answer)


@dataclass(frozen=True, slots=True)
class Key:
    """Holds an idempotency key in its scope: the id of its claim, the hash of the request, and the encryption key."""

    scope_key: str
    request_hash: str
    secret: bytes

    @classmethod
    def of(cls, value: str, method: str, path: str, token: str | None, body: bytes) -> "Key":
        """Derive the key of a request; raises Problem if neither key nor credential is long enough to be a secret."""
        if max(len(value), len(token or "")) < SHORTEST_ANONYMOUS:
            raise Problem("idempotency_key_too_short")
        scope = "\0".join((method, path, token or "", value)).encode()
        return cls(
            blake2b(scope, digest_size=20, person=b"claim").hexdigest(),
            blake2b(body, digest_size=16, person=b"request").hexdigest(),
            blake2b(scope, digest_size=32, person=b"seal").digest(),
        )

    def opened(self, kind: Callable[..., A], request_hash: str, claimed: bytes) -> A:
        """Return the earlier answer of what was claimed, without its events if they are in the log.

        Raises Problem if the key was used with another request.
        """
        self._check(request_hash)
        is_in_log = len(claimed) < _SHORTEST_SEALED
        answer: Any = kind(**(_read_place(claimed) if is_in_log else self.unseal(Sealed(request_hash, claimed))))
        return replace(answer, replayed=True)

    def _check(self, request_hash: str) -> None:
        if request_hash != self.request_hash:
            raise Problem("idempotency_key_reused")

    def seal(self, value: Any) -> Sealed:
        """Encrypt a value so that only a client with the same key can read it."""
        nonce = secrets.token_bytes(_NONCE)
        sealed = AESGCM(self.secret).encrypt(nonce, orjson.dumps(value), self.scope_key.encode())
        return Sealed(self.request_hash, nonce + sealed)

    def unseal(self, sealed: Sealed) -> Any:
        """Decrypt the value; raises Problem if the key was used with another request."""
        self._check(sealed.request_hash)
        nonce, encrypted = sealed.answer[:_NONCE], sealed.answer[_NONCE:]
        return orjson.loads(AESGCM(self.secret).decrypt(nonce, encrypted, self.scope_key.encode()))


def make_claim(key: Key | None, answer: Any) -> Claim | None:
    """Return the claim of a request: its sealed answer, or the place of that in the log; None without a key."""
    if key is None:
        return None
    if isinstance(answer, Submitted):
        return Claim(key.scope_key, key.request_hash, _write_place(answer), TTL_S)
    sealed = key.seal({field.name: getattr(answer, field.name) for field in fields(answer)})
    return Claim(key.scope_key, sealed.request_hash, sealed.answer, TTL_S)


def _write_place(answer: Submitted) -> bytes:
    """Return the first and the last version of an answer, and the seat to which they are shown, if it is one."""
    seat = [] if answer.seat is None else [answer.seat]
    return b" ".join(b"%d" % number for number in (answer.first_version, answer.version, *seat))


def _read_place(written: bytes) -> dict[str, Any]:
    """Return the members of an answer whose place `_write_place` wrote; its events are left out."""
    first, last, *seat = map(int, written.split())
    return {"first_version": first, "version": last, "events": [], "seat": seat[0] if seat else None}


def find_earlier(ctx: Context, place: str, key: Key | None, kind: Callable[..., A]) -> A | None:
    """Return the answer given under the key before, if it was claimed in the shard of `place`."""
    claimed = None if key is None else ctx.store.find_claim(place, key.scope_key)
    return None if key is None or claimed is None else key.opened(kind, *claimed)


def find_queued(
    ctx: Context, kind: str, key: Key | None, credential: str | None, game: str | None = None
) -> Queued | None:
    """Return the job of this kind, for a game or for none, that was queued under the key before."""
    queued_as = job_key(key)
    earlier = None if queued_as is None else ctx.jobs.earlier(kind, queued_as, credential, game)
    return None if earlier is None else Queued(earlier, replayed=True)


def job_key(key: Key | None) -> JobKey | None:
    """Return the key under which the queue, not the log, keeps the answer of a job request; None without a key."""
    return None if key is None else JobKey(key.scope_key, key.request_hash)


def answer_once(
    ctx: Context, key: Key | None, act: Callable[P, dict[str, Any]], *args: P.args, **named: P.kwargs
) -> tuple[dict[str, Any], bool]:
    """Make an act idempotent that appends to no log: return its answer, and whether that is a replay.

    The sealed answer is kept in a store of the queues. Raises Problem (409) while the first request is being handled.
    """
    if key is None:
        return act(*args, **named), False
    redis, place = ctx.jobs.of(key.scope_key).redis, first_answer(key.scope_key)
    if not redis.set(place, _AT_WORK, nx=True, ex=_AT_WORK_S):
        found: Any = redis.get(place)
        if found is None or found == _AT_WORK:
            raise Problem("idempotency_key_at_work", retry_after=1)
        return key.unseal(Sealed.read(found)), True
    try:
        answer = act(*args, **named)
    except BaseException:  # after any end of the request, the next one under this key must not wait for it
        redis.delete(place)
        raise
    redis.set(place, key.seal(answer).write(), ex=TTL_S)
    return answer, False


def queue_long(
    ctx: Context,
    kind: str,
    function: str,
    judge: Callable[[], list[Any]],
    credential: str | None,
    key: Key | None,
    *,
    game: str | None = None,
) -> Queued:
    """Queue a job of this kind, for a game or for none, or return the one that was queued under the key before.

    `judge` returns the arguments of the function in `workers.jobs`, or raises Problem; a repeated request is not judged
    again. If the result never changes (`LASTING`), there is one job for these arguments and this credential
    (single-flight) for as long as its result is kept; one that failed is queued again.
    """
    earlier = find_queued(ctx, kind, key, credential, game)
    if earlier is not None:
        return earlier
    arguments = judge()
    digest = hashlib.sha256(json.dumps([kind, arguments, credential]).encode()).hexdigest()
    place, redis, is_lasting = same_job(digest), ctx.jobs.of(game or digest).redis, function in LASTING
    kept: Any = redis.get(place) if is_lasting else None
    same = None if kept is None else ctx.jobs.read(kept.decode(), credential)
    if same is not None and same["status"] != "failed":
        return Queued(same)
    named = f"workers.jobs.{function}"
    job = ctx.jobs.enqueue(kind, named, arguments, credential, job_key(key), is_long=True)
    if is_lasting:
        redis.set(place, job["id"], ex=KEPT_S)
    return Queued(job)
