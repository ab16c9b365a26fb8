"""Reads a golden game again from its log, version by version, and compares it with what was true of it."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import orjson

from eventstore.records import in_versions
from eventstore.store import EventStore
from service.catalog import RULESETS
from service.game.games import Game, Games, digest_of
from tests.golden.choosing import Chosen, choices_of, told_choice
from tests.golden.facts import facts_of, setting_of
from tests.golden.files import DIGESTS, FACTS, line_of, path_of, read_lines

Stamps = dict[int, tuple[str, str | None]]
"""For every version, the tag of a pack and the digest of the position by it."""


@dataclass
class Walked:
    """Holds how the reading of a golden game went; differences are given by version, for facts with the members."""

    versions: int = 0
    digests: int = 0
    choices: int = 0
    different_facts: list[tuple[int, list[str]]] = field(default_factory=list)
    different_digests: list[int] = field(default_factory=list)
    different_choices: list[tuple[int, int, Any, Any]] = field(default_factory=list)


def games_of(store: EventStore) -> Games:
    """Return the product's own loader over a store, with empty caches."""
    return Games(store, RULESETS)


def walk(store: EventStore, game_id: str, name: str) -> Walked:
    """Load every version of a game in order; compare facts, digests by today's pack, and choices with the kept ones."""
    chosen = choices_of(name)
    return _walked(store, game_id, name, lambda walked, game: _compare_choices(walked, game, chosen))


def walk_for_facts(store: EventStore, game_id: str, name: str) -> Walked:
    """Compare facts and digests as `walk` does, but no choices, so that no agent runs."""
    return _walked(store, game_id, name, lambda walked, game: None)


def _walked(store: EventStore, game_id: str, name: str, look: Callable[[Walked, Game], None]) -> Walked:
    kept, stamps, walked = list(read_lines(path_of(name, FACTS))), stamps_of(store, game_id, name), Walked()
    for game in every_version(store, game_id):
        _compare_facts(walked, game.version, facts_of(game), kept[game.version])
        _compare_digest(walked, game, stamps)
        look(walked, game)
    walked.versions = game.version
    _compare_facts(walked, 0, head_facts(store, game), kept[0])
    return walked


def every_version(store: EventStore, game_id: str) -> Iterator[Game]:
    """Yield a game at each of its versions, loaded one after the other."""
    games = games_of(store)
    for version in range(1, store.head(game_id) + 1):
        yield games.load(game_id, version)


def head_facts(store: EventStore, game: Game) -> dict[str, Any]:
    """Return what is kept of a game beside its versions: their number, the last chain, and the setting."""
    chain = store.read(game.id, game.version - 1, game.version)[0].chain
    return {"versions": game.version, "chain": chain, "setting": setting_of(game)}


def stamps_of(store: EventStore, game_id: str, name: str) -> Stamps:
    """Return the digests in the headers of a log, or those by a later pack where it was stamped since."""
    firsts = [version[0] for version in in_versions(store.read(game_id))]
    stamps: Stamps = {first.version: (first.header.digest_tag, first.header.digest) for first in firsts}
    path = path_of(name, DIGESTS)
    if path.exists():
        tag, *digests = [line.decode() for line in read_lines(path)]
        stamps = {version: (tag, digest or None) for version, digest in enumerate(digests, 1)}
    return stamps


def _compare_facts(walked: Walked, version: int, found: dict[str, Any], kept: bytes) -> None:
    if line_of(found) != kept:
        walked.different_facts.append((version, list(_different(orjson.loads(line_of(found)), orjson.loads(kept)))))


def _different(one: Any, other: Any, at: str = "") -> Iterator[str]:
    """Yield the members in which two values differ, by their paths."""
    if isinstance(one, dict) and isinstance(other, dict):
        for name in sorted(one.keys() | other.keys()):
            yield from _different(one.get(name), other.get(name), f"{at}.{name}")
    elif one != other:
        yield at[1:]


def _compare_digest(walked: Walked, game: Game, stamps: Mapping[int, tuple[str, str | None]]) -> None:
    tag, digest = stamps[game.version]
    if tag == str(game.ruleset.pack_version):
        walked.digests += 1
        if digest_of(game.ruleset, game.position) != digest:
            walked.different_digests.append(game.version)


def _compare_choices(walked: Walked, game: Game, chosen: Mapping[int, list[Chosen]]) -> None:
    for choice in chosen.get(game.version, []):
        walked.choices += 1
        made = told_choice(game, choice.seat, choice.name)
        if _as_kept(made, choice.command) != _of_today(game, choice.command):
            walked.different_choices.append((game.version, choice.seat, made, choice.command))


def _as_kept(made: Any | None, kept: Any | None) -> Any | None:
    """Return a command with null for the members that commands of its type did not have when the choice was kept."""
    return made if None in (made, kept) else {name: made[name] if name in kept else None for name in made}


def _of_today(game: Game, command: Any | None) -> Any | None:
    """Return a kept command as it is written today, since some types have had other names and fewer members."""
    commands = game.ruleset.commands
    return None if command is None else commands.encode(commands.decode(command))
