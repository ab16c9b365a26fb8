"""Visits the log by streams: Server-Sent Events and lines of JSON."""

from typing import Any, Final

from tests.secrets.visiting import Visit

SSE: Final = "text/event-stream"
NDJSON: Final = "application/x-ndjson"
TURN: Final = b"event: turn\n"
CHUNKS: Final = 50


def streams(visit: Visit) -> None:
    """Follow the log from its first event and from the middle, with a ticket, as lines, in words, and with turns."""
    known = _known(visit)
    last = known[-1]
    middle = known[len(known) // 2]
    _heard(visit, "/events", _sse(last), Accept=SSE)
    _heard(visit, "/events", _sse(last), Accept=SSE, Last_Event_ID=f"{middle['version']}-{middle['index']}")
    _heard(visit, "/events", _line(last), Accept=NDJSON)
    _heard(visit, f"/events?after={last['version'] - 1}", _line(last), Accept=NDJSON)
    _heard(
        visit, f"/events?summaries=true&after={middle['version'] - 1}", _line(last), Accept=NDJSON, Accept_Language="es"
    )
    for query in ("after=latest", "after=latest&legal=true"):
        _turned(visit, "/events?" + query, Accept=SSE)
        _turned(visit, "/events?" + query, Accept=NDJSON, Accept_Language="es")
    visit.get("/events?legal=true&after=latest")
    ticket = visit.post("/stream-tickets", {}).json["ticket"]
    _heard(visit, f"/events?ticket={ticket}", _sse(last), Accept=SSE)


def _known(visit: Visit) -> list[dict[str, Any]]:
    """Return all events that the observer may see so far."""
    known: list[dict[str, Any]] = []
    after: int | None = 0
    while after is not None:
        page = visit.get(f"/events?limit=1000&after={after}").json
        known += page["events"]
        after = page.get("next") if page["events"] else None
    return known


def _sse(event: dict[str, Any]) -> bytes:
    return b"id: %d-%d." % (event["version"], event["index"])


def _line(event: dict[str, Any]) -> bytes:
    return b'"version":%d,"index":%d,' % (event["version"], event["index"])


def _turned(visit: Visit, place: str, **headers: str) -> None:
    """Note how a stream of new events opens; for a seat it opens with the turn."""
    chunks = visit.follow(visit.path + place, **headers)
    sent = next(chunks)
    if visit.seat is not None:
        sent += next(chunks)
        assert TURN in sent or b'{"turn":' in sent
    chunks.close()
    visit.note(f"turn {place} {headers}", sent)


def _heard(visit: Visit, place: str, last: bytes, **headers: str) -> None:
    """Follow a stream until a certain event has been sent."""
    chunks = visit.follow(visit.path + place, **headers)
    sent = b""
    for _ in range(CHUNKS):
        sent += next(chunks)
        if last in sent:
            break
    assert last in sent
    chunks.close()
    visit.note(f"stream {place} {headers}", sent)
