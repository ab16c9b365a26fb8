"""Takes in files of other programs: positions, and whole games as the commands that play them here. Stores nothing.

A game is played again from its start. If a command is refused, because the other program plays by other rules, the game
ends there, and the answer says so. What cannot be carried over is listed, never guessed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, cast

from domain.core.chance import ChosenChance, SeededChance
from domain.core.discovery import find, names_in
from domain.core.errors import IllegalCommand
from domain.core.ruleset import Ruleset
from eventstore.budget import check
from service.catalog import RULESETS
from service.game.context import Clock, Context
from service.game.games import Game
from service.game.position import Play
from service.handlers.sandboxes import draws_event
from service.problems import Problem, invalid
from service.process.wall_clock import now_ms
from service.records.foreign import Brought, Lost, Part, Step, describe_lost
from service.records.positions import Restored, position_document, restore
from service.table.events import choices_of
from service.texts.files import ENGLISH
from service.texts.words import say

ROOM: Final = "service.records.readers"
SOURCES: Final = tuple(names_in(ROOM))
"""Names the programs whose files can be read."""
DOCUMENT: Final = "document"
"""The member of a request that holds a file."""
_COMPARED: Final = ("turn", "active", "robber", "longest_road", "largest_army", "bank", "deck", "played_cards")
_COMPARED_OF_SEATS: Final = ("points", "roads", "settlements", "cities", "resources", "development_cards")


@dataclass(frozen=True, slots=True)
class _Replayed:
    """Holds how far a game was played again: from where, by which commands, to where, and what stopped it, if any."""

    start: dict[str, Any]
    commands: list[dict[str, Any]]
    document: dict[str, Any]
    stopped: Lost | None


class _Rules(NamedTuple):
    """Stands for the context where games are only read: the readers know their rulesets, whatever a server offers."""

    rulesets: Mapping[str, Ruleset]
    clock: Clock


def import_file(source: str, file: Any, language: str = ENGLISH, clock: Clock = now_ms) -> dict[str, Any]:
    """Return what a file of a program brings: position, game, and what is lost; raises Problem (422)."""
    ctx = cast("Context", _Rules(RULESETS, clock))
    brought: Brought = find(ROOM, source, "read")(Part(file, DOCUMENT))
    lost = [*brought.lost]
    answer: dict[str, Any] = {"from": source}
    replayed = None if brought.start is None else _replay(ctx, brought.start, brought.steps)
    told, unsound = _told(ctx, brought.document, language)
    if unsound is not None:
        if replayed is None:
            raise invalid(DOCUMENT, "import.unsound", **unsound.params)
        lost.append(unsound)
    if replayed is not None:
        differing = [] if told is None else _differences(replayed.document["state"], told["state"])
        if replayed.stopped is not None:
            lost.append(replayed.stopped)
        elif differing:
            lost.append(Lost(DOCUMENT, "differs", {"members": ", ".join(differing)}))
        is_whole = replayed.stopped is None and told is not None and not differing
        told = replayed.document if is_whole else told
        answer["game"] = {"start": replayed.start, "commands": replayed.commands, "whole": is_whole}
        if is_whole:
            lost = [one for one in lost if one.key != "conclusions"]
    if told is not None:
        answer["position"] = told
    return answer | {"lost": [describe_lost(one, language) for one in lost]}


def _no_layout(game_id: str) -> None:
    """Return that no game of this server belongs to a file."""


def _told(ctx: Context, document: Mapping[str, Any], language: str) -> tuple[dict[str, Any] | None, Lost | None]:
    """Return the document of the position that a file tells of, or what is wrong with it by our rules."""
    try:
        return _write(restore(ctx, document, _no_layout)), None
    except Problem as problem:
        member, (key, *_) = next(iter(problem.members["errors"].items()))
        reason = say(f"fault.{key}", problem.params, language)
        return None, Lost(DOCUMENT, "unsound", {"member": member, "reason": reason})


def _write(restored: Restored) -> dict[str, Any]:
    document = position_document(restored.game, restored.seat, restored.shown)
    return {name: value for name, value in document.items() if name != "game"}


def _replay(ctx: Context, start: Mapping[str, Any], steps: Sequence[Step]) -> _Replayed:
    """Play a game again from its start, as far as our rules allow."""
    restored = restore(ctx, start, _no_layout)
    ruleset, position = restored.game.ruleset, restored.game.position
    begun, commands = _write(restored), list[dict[str, Any]]()
    stopped = None
    for step in steps:
        check("steps of a file")
        if ruleset.result(position) is not None:
            stopped = Lost(step.place, "over")
            break
        try:
            chosen = choices_of(draws_event(ruleset, position, step.draws)) if step.draws else ()
            draft = ruleset.draft(position, ChosenChance(SeededChance(restored.key.encode()), chosen))
            ruleset.play(draft, step.seat, ruleset.commands.decode(step.command))
        except IllegalCommand as illegal:
            stopped = Lost(step.place, "refused", {"rule": illegal.rule})
            break
        position = draft.state
        draws = {"draws": step.draws} if step.draws else {}
        commands.append({"seat": step.seat, "command": step.command, **draws})
    game = restored.game
    end = Game(game.id, ruleset, game.version, game.table, Play(position, 0), game.line, game.chain)
    return _Replayed(begun, commands, _write(Restored(end, restored.seat, restored.shown, restored.key)), stopped)


def _differences(played: Mapping[str, Any], told: Mapping[str, Any]) -> list[str]:
    """List the members in which the position that was played to differs from the one that the file tells of."""
    found = [name for name in _COMPARED if played[name] != told[name]]
    for seat, (one, other) in enumerate(zip(played["seats"], told["seats"], strict=True)):
        found += [f"seats.{seat}.{name}" for name in _COMPARED_OF_SEATS if one[name] != other[name]]
    return found
