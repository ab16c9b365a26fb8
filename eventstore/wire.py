"""Encodes versions for Redis streams: one entry per event, two fields, the header on the first entry only.

`e` is the event's bytes, `Type.schema body`. `h` is empty or the header: the words `chain command_id seat time_ms
ruleset ruleset_version digest digest_tag`, `-` for none, hashes in base64, and then the cause as it is. `chain
command_id` is the version's identity, by which the append script recognizes its own earlier append. With the same
fields on every entry, the stream does not store their names again.
"""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterable, Mapping, Sequence

from eventstore.chain import ROOT, ChainBroken, event_bytes, next_chain
from eventstore.records import Beside, Claim, Deadline, FeedItem, Header, StoredEvent, Tip, Version

Entry = tuple[bytes, Mapping[bytes, bytes]]
_WORDS = 8


def short(digest: str) -> str:
    """Encode a hex digest in base64 without padding; `-` for the empty one."""
    return urlsafe_b64encode(bytes.fromhex(digest)).rstrip(b"=").decode() or "-"


def long(word: str) -> str:
    """Decode a digest that `short` wrote."""
    return "" if word == "-" else urlsafe_b64decode(word + "=" * (-len(word) % 4)).hex()


def pack_versions(versions: Sequence[Version], base: Tip) -> list[str | int | bytes]:
    """Return the append script's arguments for the versions after `base`: header, count and events of each."""
    arguments: list[str | int | bytes] = []
    chain = base.chain
    for number, version in enumerate(versions, base.version + 1):
        events = [event_bytes(event) for event in version.events]
        chain = next_chain(chain, number, events)
        arguments += [_pack_header(version.header, chain), len(events), *events]
    return arguments


def _pack_header(header: Header, chain: str) -> bytes:
    seat = "-" if header.seat is None else header.seat
    words = (
        f"{short(chain)} {header.command_id} {seat} {header.time_ms} {header.ruleset} {header.ruleset_version}"
        f" {short(header.digest or '')} {header.digest_tag or '-'} "
    )
    return words.encode() + header.cause


def _unpack_header(packed: bytes) -> tuple[str, Header]:
    words = packed.split(b" ", _WORDS)
    cause = words.pop() if len(words) > _WORDS else b""  # a log may be older than causes
    chain, command_id, seat, time_ms, ruleset, ruleset_version, digest, tag = (word.decode() for word in words)
    header = Header(
        command_id,
        None if seat == "-" else int(seat),
        ruleset,
        int(ruleset_version),
        int(time_ms),
        long(digest) or None,
        "" if tag == "-" else tag,
        cause,
    )
    return long(chain), header


def chain_of(version: int, header: bytes) -> str:
    """Return the chain hash in the header of a version; raises ChainBroken if there is none."""
    try:
        chain = long(header.split(b" ", 1)[0].decode())
    except ValueError:
        chain = ""
    if len(chain) != len(ROOT):
        raise ChainBroken(version, "its header cannot be read")
    return chain


def unpack_entries(entries: Iterable[Entry]) -> list[StoredEvent]:
    """Decode the events of whole versions from their entries in order; raises ChainBroken if one cannot be read."""
    events: list[StoredEvent] = []
    for entry in entries:
        try:
            events.append(_unpack_entry(entry, events[-1] if events else None))
        except ValueError:
            raise ChainBroken(version_of(entry), "an event or its header cannot be read") from None
    return events


def _unpack_entry(entry: Entry, before: StoredEvent | None) -> StoredEvent:
    """Decode an entry, which takes its header from the event `before` unless it opens a version."""
    entry_id, fields = entry
    version, _, index = entry_id.partition(b"-")
    if fields[b"h"]:
        chain, header = _unpack_header(fields[b"h"])
    elif before is not None:
        chain, header = before.chain, before.header
    else:
        raise ValueError("no header")
    name, _, body = fields[b"e"].partition(b" ")
    kind, _, schema = name.decode().rpartition(".")
    return StoredEvent(int(version), int(index), kind, int(schema), body, header, chain)


def version_of(entry: Entry) -> int:
    """Return the version that an entry belongs to."""
    return int(entry[0].partition(b"-")[0])


def pack_claim(claim: Claim) -> bytes:
    """Return the value of a claim's key: the request's hash, then the sealed answer."""
    return claim.request_hash.encode() + b" " + claim.answer


def pack_values(beside: Beside, first: int) -> list[str | int | bytes]:
    """Return the append script's arguments for facts, names, given facts: index of the hash in its keys, field, value.

    The hash of the facts has the index `first`, that of the names the next one.
    """
    facts = [word for name, value in beside.facts.items() for word in (first, name, value)]
    names = [word for seat, name in beside.names.items() for word in (first + 1, seat, name)]
    return facts + names + [word for name, value in beside.given.items() for word in (first, name, value)]


def unpack_claim(value: bytes) -> tuple[str, bytes]:
    """Split the request's hash and the sealed answer."""
    request_hash, _, answer = value.partition(b" ")
    return request_hash.decode(), answer


def unpack_deadline(member: bytes, score: float) -> Deadline:
    """Decode a deadline from its member `game:name` of the sorted set and its score in ms."""
    game, _, name = member.decode().partition(":")
    return Deadline(game, name, int(score))


def unpack_items(entries: Iterable[Entry]) -> list[FeedItem]:
    """Decode the items of a feed from its entries."""
    return [FeedItem(cursor.decode(), item[b"g"].decode(), int(item[b"v"])) for cursor, item in entries]
