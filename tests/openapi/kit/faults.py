"""Lists the faults of the broken client, each with the scenario and the check that finds it."""

from typing import NamedTuple


class Planted(NamedTuple):
    """Holds a fault of the broken client, what finds it, and a part of the sentence with which the kit reports it."""

    fault: str
    scenario: str
    check: str
    says: str


PLANTED = (
    Planted("new-key", "answer-lost", "new-key", "again under another Idempotency-Key"),
    Planted("no-key", "repeated", "no-key", "without an Idempotency-Key"),
    Planted("key-reused", "calm", "key-reused", "again for another body"),
    Planted("impatient", "slow", "impatient", "the server has 2 s to answer"),
    Planted("retry-after", "too-many-requests", "retry-after", "429 with Retry-After: 2"),
    Planted("hammering", "patience", "hammering", "though nothing changed"),
    Planted("not-decided-anew", "overtaken", "not-decided-anew", "without looking at the game"),
    Planted("not-resumed", "stream-cut", "not-resumed", "events are lost, or come twice"),
    Planted("deaf", "stream-cut", "hung", "It did nothing for"),
    Planted("illegal", "calm", "illegal", "Post only what legal-actions lists"),
    Planted("after-the-end", "calm", "after-the-end", "when it knew that the game was over"),
    Planted("token-in-url", "calm", "token-in-url", "Authorization: Bearer TOKEN"),
    Planted("token-elsewhere", "redirected", "token-elsewhere", "sent its token to another host"),
    Planted("not-renewed", "handed-on", "not-renewed", "without renewing it"),
    Planted("old-token", "calm", "old-token", "after it had renewed it"),
    Planted("foreign-seat", "calm", "foreign-seat", "was answered 403"),
    Planted("quits", "calm", "unfinished", "its game is not over"),
    Planted("gives up", "busy", "crashed", "exit code 1; the last request that met the fault was"),
    Planted(
        "crashes on half an answer", "half-answer", "crashed", "exit code 1; the last request that met the fault was"
    ),
    Planted("crashes on a page", "bad-gateway", "crashed", "exit code 1; the last request that met the fault was"),
    Planted("crashes on news", "of-tomorrow", "crashed", "exit code 1; the last request that met the fault was"),
    Planted(
        "crashes on problems", "unknown-problem", "crashed", "exit code 1; the last request that met the fault was"
    ),
)
