"""Encodes versions for Redis streams: one entry per version, named by its number.

So the protocol's overhead of an entry, which the append-only file repeats, occurs once per version.

An event is its type, its schema unless that is 1, and its JSON without the outer braces and without quotes around
names: `DiceRolled.1 {"dice":[3,3],"seat":0}` is stored as `DiceRolled dice:[3,3],seat:0`. Events are read just as they
were written, so chain hashes and records stay the same. Events of older logs are stored as they are.

`e` is the version's first event, a new line, and the header: the words
`chain command_id seat time ruleset ruleset_version digest digest_tag`, `-` for none, hashes in base64, the time in ms
to base 36, and then the cause as it is. `chain command_id` is the version's identity, by which the append script
recognizes its own earlier append. `1`, `2`, ... are the other events. `f`, always the last field, is the place of
the version in its shard's feed: how many ms after the header's time, and `-number` where that is not 0.

Older logs have an entry per event, named `version-index`. Its `e` is the event, in the first entry of a version with
the header; in logs of 1.0.0 and before the event as it is hashed, with `h`, which is empty or the header with a decimal
time.
"""

import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from eventstore.log.chain import ROOT, ChainBroken, event_bytes, next_chain
from eventstore.records import Beside, Claim, Deadline, FeedItem, Header, NewEvent, OlderItem, StoredEvent, Tip, Version

Entry = tuple[bytes, Mapping[bytes, bytes]]
_WORDS = 8
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_SINCE = re.compile(rb"(-?\d+)(?:-(\d+))?")
_QUOTED_NAME: Final = re.compile(rb'"([A-Za-z_][A-Za-z0-9_]*)"(:)')
_TEXT_OR_NAME: Final = re.compile(rb'("(?:[^"\\]|\\.)*")|([A-Za-z_][A-Za-z0-9_]*)(?=:)')
_OTHER: Final = b" "
"""Begins a body that is no JSON object."""


def short(digest: str) -> str:
    """Encode a hex digest in base64 without padding; `-` for the empty one."""
    return urlsafe_b64encode(bytes.fromhex(digest)).rstrip(b"=").decode() or "-"


def long(word: str) -> str:
    """Decode a digest that `short` has encoded."""
    return "" if word == "-" else urlsafe_b64decode(word + "=" * (-len(word) % 4)).hex()


def pack_versions(versions: Sequence[Version], base: Tip) -> list[str | int | bytes]:
    """Return the append script's arguments for the versions after `base`: header, count and events of each."""
    arguments: list[str | int | bytes] = []
    chain = base.chain
    for number, version in enumerate(versions, base.version + 1):
        chain = next_chain(chain, number, [event_bytes(event) for event in version.events])
        arguments += [_pack_header(version.header, chain), len(version.events), *map(shorten, version.events)]
    return arguments


def _pack_header(header: Header, chain: str) -> bytes:
    seat = "-" if header.seat is None else header.seat
    words = (
        f"{short(chain)} {header.command_id} {seat} {_to_base_36(header.time_ms)} {header.ruleset}"
        f" {header.ruleset_version} {short(header.digest or '')} {header.digest_tag or '-'} "
    )
    return words.encode() + header.cause


def _to_base_36(number: int) -> str:
    digits = ""
    while number or not digits:
        number, digit = divmod(number, 36)
        digits = _DIGITS[digit] + digits
    return digits


def _unpack_header(packed: bytes, base: int) -> tuple[str, Header]:
    """Decode a header whose time is to a base."""
    words = packed.split(b" ", _WORDS)
    cause = words.pop() if len(words) > _WORDS else b""  # a log may be older than causes
    chain, command_id, seat, time_ms, ruleset, ruleset_version, digest, tag = (word.decode() for word in words)
    header = Header(
        command_id,
        None if seat == "-" else int(seat),
        ruleset,
        int(ruleset_version),
        int(time_ms, base),
        long(digest) or None,
        "" if tag == "-" else tag,
        cause,
    )
    return long(chain), header


def _parts(fields: Mapping[bytes, bytes]) -> tuple[bytes, bytes, int]:
    """Return the event and the header of an entry, as they are stored, and the base of the header's time."""
    if b"h" in fields:
        return fields[b"e"], fields[b"h"], 10
    event, _, header = fields[b"e"].partition(b"\n")
    return event, header, 36


def chain_in(version: int, entry: Entry) -> str:
    """Return the chain hash in the first entry of a version; raises ChainBroken if there is none."""
    return chain_of(version, _parts(entry[1])[1])


def identity_in(entry: Entry) -> bytes:
    """Return the identity in the first entry of a version: its chain and its command id, as they are stored."""
    return b" ".join(_parts(entry[1])[1].split(b" ", 2)[:2])


def time_in(entry: Entry) -> int | None:
    """Return the time (ms) in the first entry of a version; None in other entries, and where it cannot be read."""
    header, base = _parts(entry[1])[1:]
    try:
        return int(header.split(b" ", 4)[3], base)
    except (IndexError, ValueError):
        return None


def place_in(entry: Entry) -> tuple[int, int] | None:
    """Return the place in the feed (ms, number) in the entry of a version; None if it has none."""
    found, time_ms = _SINCE.fullmatch(entry[1].get(b"f", b"")), time_in(entry)
    return None if found is None or time_ms is None else (time_ms + int(found[1]), int(found[2] or 0))


def chain_of(version: int, header: bytes) -> str:
    """Return the chain hash in the header of a version; raises ChainBroken if there is none."""
    try:
        chain = long(header.split(b" ", 1)[0].decode())
    except ValueError:
        chain = ""
    if len(chain) != len(ROOT):
        raise ChainBroken(version, "its header cannot be read")
    return chain


def unpack_entries(entries: Iterable[Entry], limit: int | None = None) -> list[StoredEvent]:
    """Decode the events of whole versions from their entries in order, until there are more than `limit`.

    Raises ChainBroken if one cannot be read.
    """
    events: list[StoredEvent] = []
    for entry in entries:
        if limit is not None and len(events) > limit:
            break
        try:
            events += _unpack_entry(entry, events[-1] if events else None)
        except ValueError:
            raise ChainBroken(version_of(entry), "an event or its header cannot be read") from None
    return events


def _unpack_entry(entry: Entry, before: StoredEvent | None) -> Iterator[StoredEvent]:
    """Decode an entry, which takes its header from the event `before` unless it opens a version.

    It holds a whole version, in older logs one event: then the second part of its id is the event's index.
    """
    entry_id, fields = entry
    version, _, index = entry_id.partition(b"-")
    stored, packed, base = _parts(fields)
    if packed:
        chain, header = _unpack_header(packed, base)
    elif before is not None:
        chain, header = before.chain, before.header
    else:
        raise ValueError("no header")
    others = [fields[name] for name in fields if name.isdigit()]
    for number, event in enumerate((stored, *others), int(index)):
        kind, schema, body = lengthen(event)
        yield StoredEvent(int(version), number, kind, schema, body, header, chain)


def version_of(entry: Entry) -> int:
    """Return the version that an entry belongs to."""
    return int(entry[0].partition(b"-")[0])


def pack_claim(claim: Claim) -> bytes:
    """Return a claim as it is stored: the hash of the request, a space, and the answer."""
    return claim.request_hash.encode() + b" " + claim.answer


def pack_values(beside: Beside, first: int) -> list[str | int | bytes]:
    """Return the append script's arguments for facts, names, data keys and given facts, three for each.

    These are the index of its hash, its field and its value. The hash of the facts has the index `first` among the
    script's keys; those of names and data keys follow.
    """
    facts = [word for name, value in beside.facts.items() for word in (first, name, value)]
    names = [word for seat, name in beside.names.items() for word in (first + 1, seat, name)]
    data_keys = [word for name, value in beside.data_keys.items() for word in (first + 2, name, value)]
    return facts + names + data_keys + [word for name, value in beside.given.items() for word in (first, name, value)]


def unpack_claim(value: bytes) -> tuple[str, bytes]:
    """Return the hash of the request and the answer of a claim that `pack_claim` packed."""
    request_hash, _, answer = value.partition(b" ")
    return request_hash.decode(), answer


def unpack_deadline(member: bytes, score: float) -> Deadline:
    """Decode a deadline from its member `game:name` of the sorted set and its score in ms."""
    game, _, name = member.decode().partition(":")
    return Deadline(game, name, int(score))


def pairs_of(found: Iterable[tuple[bytes, Sequence[bytes]]]) -> Iterator[Entry]:
    """Yield entries of a stream from an answer in which names and values alternate in one list for each entry."""
    return ((place, dict(zip(it[::2], it[1::2], strict=True))) for place, it in found)


def unpack_items(entries: Iterable[Entry]) -> list[FeedItem]:
    """Decode the items of a feed from its entries."""
    items = []
    for cursor, fields in entries:
        game, _, version = fields[b"g"].decode().partition(":")
        if version:
            items.append(FeedItem(cursor.decode(), game, int(version)))
        else:  # deletions, and all items of 1.0 and older releases, have a field for each
            items.append(OlderItem(cursor.decode(), game, int(fields[b"v"])))
    return items


def shorten(event: NewEvent) -> bytes:
    """Return an event as it is stored: `Type.schema body`, without `.1` for the first schema."""
    kind = event.type if event.schema == 1 and "." not in event.type else f"{event.type}.{event.schema}"
    return b"%s %s" % (kind.encode(), _shorten_body(event.body))


def lengthen(stored: bytes) -> tuple[str, int, bytes]:
    """Return type, schema and body of an event as it is stored, in either form; raises ValueError."""
    name, _, body = stored.partition(b" ")
    kind, dot, schema = name.decode().rpartition(".")
    return (kind, int(schema), _lengthen_body(body)) if dot else (schema, 1, _lengthen_body(body))


def _shorten_body(body: bytes) -> bytes:
    if body[:1] != b"{" or body[-1:] != b"}":
        return _OTHER + body
    short = b"".join(_QUOTED_NAME.split(body[1:-1]))
    is_plain = b"\\" not in body  # so no text contains a quote
    is_same = short[:1] not in (b"{", _OTHER) and (is_plain or _lengthen_body(short) == body)
    return short if is_same else body


def _lengthen_body(short: bytes) -> bytes:
    first = short[:1]
    if first == b"{":
        return short
    return short[1:] if first == _OTHER else b"{%s}" % _TEXT_OR_NAME.sub(_quote, short)


def _quote(found: re.Match[bytes]) -> bytes:
    text: bytes = found[1] or b'"%s"' % found[2]
    return text
