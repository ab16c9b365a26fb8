"""Packs all that the log's store holds of a game into one document: its log, and what stands beside it.

A bundle begins with the line `longroad-game 1 GAME TO DIGEST`: the format, the game, its newest version, and the
BLAKE2b-256 of `longroad-log 1 GAME TO ` and of what follows, which is zlib over the entries, each word with its length
before it.
After the entries of the log, byte for byte as the stream held them, come `facts`, `names`, `keys`, `snap` and `marks`,
as the hashes and the string of these names held them; of snapshots there is one at most, so that the game opens soon.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from eventstore.log.chain import ChainBroken
from eventstore.log.wire import Entry, version_of
from eventstore.packing.log_packing import Packed, pack, unpack

FORM: Final = b"longroad-game 1"
_BESIDE: Final = (b"facts", b"names", b"keys", b"snap", b"marks")
_ALL: Final = b"all"
"""Names the only field of `marks`, which is a string."""
Hash = Mapping[bytes, bytes]


@dataclass(frozen=True, slots=True)
class Bundle:
    """Holds a game as the store had it: the entries of its log, the hashes beside it, and the marks of old logs.

    `snapshots` has `tag:version` to a packed state.
    """

    game: str
    to: int
    entries: list[Entry]
    facts: Hash
    names: Hash
    data_keys: Hash
    snapshots: Hash = field(default_factory=dict)
    marks: bytes = b""


def heading_of(bundle: Bundle) -> Bundle:
    """Return a bundle that has only the newest version of the log, no snapshots, and no marks."""
    return replace(bundle, entries=newest_of(bundle), snapshots={}, marks=b"")


def newest_of(bundle: Bundle) -> list[Entry]:
    """Return the entries of the newest version of the log."""
    return [entry for entry in bundle.entries if version_of(entry) == bundle.to]


def pack_bundle(bundle: Bundle) -> Packed:
    """Return a bundle as bytes."""
    marks = {_ALL: bundle.marks} if bundle.marks else {}
    beside = zip(_BESIDE, (bundle.facts, bundle.names, bundle.data_keys, bundle.snapshots, marks), strict=True)
    return pack(bundle.game, bundle.to, [*bundle.entries, *((name, dict(held)) for name, held in beside)], FORM)


def unpack_bundle(game: str, content: bytes) -> Bundle:
    """Return the bundle of a game; raises ChainBroken if any byte has changed."""
    words = content.partition(b"\n")[0].split(b" ")
    if len(words) != 5:
        raise ChainBroken(1, "what it was archived as begins otherwise")
    found = unpack(game, words[4].decode(errors="replace"), content, FORM)
    entries, beside = found[: -len(_BESIDE)], dict(found[-len(_BESIDE) :])
    facts, names, data_keys, snapshots, marks = (beside[name] for name in _BESIDE)
    return Bundle(game, int(words[3]), entries, facts, names, data_keys, snapshots, marks.get(_ALL, b""))
