"""Lists the scenarios: what the proxy does in each, what the client must do then, and where the guide says so."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from longroad_client.kit import faults
from longroad_client.kit.exchanges import Exchange


def any_request(_exchange: Exchange) -> bool:
    """Choose every request."""
    return True


def plain(exchange: Exchange) -> bool:
    """Choose the requests whose answers are no streams."""
    return exchange.kind != "stream"


def posts(exchange: Exchange) -> bool:
    """Choose the requests that change something."""
    return exchange.method == "POST"


def streams(exchange: Exchange) -> bool:
    """Choose the streams."""
    return exchange.kind == "stream"


@dataclass(frozen=True)
class Scenario:
    """Describes what the proxy does to which requests, and what must hold; `unmet` is why it may not apply to a client.

    The `fault` is what happens to the requests that it `hits`: at most `most` of each kind, and only some of them if it
    `is_rare`. `starts` lists the ways to begin with which it can be played.
    """

    name: str
    does: str
    must: str
    chapter: str
    fault: faults.Fault = faults.Passage.plainly
    hits: Callable[[Exchange], object] | None = None
    unmet: str = ""
    most: int = 2
    is_rare: bool = True
    finishes: bool = True
    starts: tuple[str, ...] = ("given", "takes", "creates")
    pause_s: float = 0.0


SCENARIOS: Final = (
    Scenario(
        "calm",
        "does nothing",
        "The client plays the game to its end, keeps to the rules, and stops then.",
        "docs/api.md#commands",
    ),
    Scenario(
        "answer-lost",
        "closes the connection after the server carried a request out, before the answer",
        "The client sends the request again with the same Idempotency-Key, so that it is done once.",
        "docs/api.md#versions",
        faults.Passage.serve,
        plain,
        most=3,
    ),
    Scenario(
        "request-lost",
        "closes the connection before the server gets a request",
        "The client sends the request again; it cannot know that it was never carried out, so the key is the same.",
        "docs/api.md#versions",
        lambda passage: None,
        plain,
        most=3,
    ),
    Scenario(
        "repeated",
        "delivers a POST to the server twice",
        "Every POST has an Idempotency-Key, so that the copy changes nothing.",
        "docs/api.md#versions",
        faults.repeat,
        posts,
        most=4,
    ),
    Scenario(
        "slow",
        f"gives some answers after {faults.SLOW_S} s",
        f"The client waits: a server answers within {faults.PROMISED_S:g} s.",
        "docs/api.md#the-wire",
        faults.slow,
        plain,
    ),
    Scenario(
        "half-answer",
        "breaks the connection in the middle of an answer",
        "The client sends the request again with the same key, as if there had been no answer.",
        "docs/api.md#versions",
        lambda passage: passage.line.give(passage.serve(), 0.5),
        plain,
    ),
    Scenario(
        "bad-gateway",
        "answers 502 with a page of HTML in the server's place",
        "The client does not take it for an answer of the server, and sends the request again.",
        "docs/api.md#when-it-goes-wrong",
        faults.not_json,
        plain,
    ),
    Scenario(
        "too-many-requests",
        f"answers 429 with Retry-After: {faults.LONG_S}",
        "The client sends the request again, not before the time is over.",
        "docs/api.md#when-it-goes-wrong",
        faults.later(429, "too_many_requests", faults.LONG_S),
        any_request,
        most=1,
    ),
    Scenario(
        "busy",
        f"answers 503 with Retry-After: {faults.SHORT_S}; nothing was carried out",
        "The client sends the request again with the same key, not before the time is over.",
        "docs/api.md#when-it-goes-wrong",
        faults.later(503, "busy", faults.SHORT_S),
        any_request,
    ),
    Scenario(
        "outcome-unknown",
        f"answers 503 outcome_unknown with Retry-After: {faults.SHORT_S}, although the request was carried out",
        "The client sends the request again with the same key, not before the time is over.",
        "docs/api.md#when-it-goes-wrong",
        faults.later(503, "outcome_unknown", faults.SHORT_S, is_served=True),
        posts,
    ),
    Scenario(
        "key-at-work",
        "answers 409 idempotency_key_at_work to a POST that is being carried out",
        "The client sends the request again with the same key.",
        "docs/api.md#when-it-goes-wrong",
        faults.at_work,
        lambda exchange: exchange.method == "POST" and exchange.key,
        unmet="the client sends no Idempotency-Key",
    ),
    Scenario(
        "unknown-problem",
        f"answers 503 with Retry-After: {faults.SHORT_S} and a type of problem that does not exist yet",
        "The client goes by the status: it waits and sends the request again.",
        "docs/api.md#when-it-goes-wrong",
        faults.later(503, "of_tomorrow", faults.SHORT_S),
        plain,
    ),
    Scenario(
        "overtaken",
        "carries the same command out before that of the client, which then gets 409, or 412 by If-Match",
        "The client looks at the game again and decides again; it does not repeat the command as it is.",
        "docs/api.md#versions",
        faults.overtake,
        lambda exchange: exchange.is_command,
        unmet="no command of the client was refused, since the rules allow each of them twice",
        most=4,
    ),
    Scenario(
        "stream-cut",
        f"breaks streams off after {faults.CUT_AFTER} messages",
        "The client opens the stream again after the last event that came: none is lost, none comes twice.",
        "docs/api.md#events",
        lambda passage: passage.stream(faults.cut_after(faults.CUT_AFTER)),
        streams,
        unmet="the client opens no streams",
        most=4,
        is_rare=False,
    ),
    Scenario(
        "stream-lagging",
        f"says `lagging` after {faults.CUT_AFTER} messages of a stream, and closes it",
        "The client opens the stream again after the last event that came.",
        "docs/api.md#events",
        faults.lagging,
        streams,
        unmet="the client opens no streams",
        is_rare=False,
    ),
    Scenario(
        "of-tomorrow",
        "adds unknown members to answers, and events and messages of unknown types",
        "The client ignores what it does not know.",
        "docs/api-policy.md",
        faults.of_tomorrow,
        any_request,
        most=1_000_000,
        is_rare=False,
    ),
    Scenario(
        "patience",
        "does nothing, but the other seats think for three seconds now and then",
        "The client waits by a stream or by a long poll, and does not ask again and again.",
        "docs/api.md#many-games-at-once",
        starts=("given", "takes"),
        unmet="the client creates the games, so that the kit has no seat in them",
        pause_s=3.0,
    ),
    Scenario(
        "handed-on",
        "does nothing; the kit, which created the game, knows the token of the client's seat",
        "The client renews the token before it uses the seat, and uses the new one from then on.",
        "docs/api.md#who-holds-a-seat",
        starts=("given",),
        unmet="the client gets no token from the kit",
    ),
    Scenario(
        "redirected",
        "redirects requests with a token to another host, which a Longroad never does",
        "The client does not send the token there; it may end.",
        "docs/api.md#who-is-calling",
        faults.redirect,
        lambda exchange: exchange.token,
        unmet="the client sends no token",
        most=1,
        finishes=False,
    ),
)
BY_NAME: Final = {scenario.name: scenario for scenario in SCENARIOS}
