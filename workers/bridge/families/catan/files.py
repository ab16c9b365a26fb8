"""Answers what Catanatron asks, and asks its players, by files of its own."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from random import Random
from typing import Any, Final

from domain.catan.terms import AWARD_POINTS, CARDS, DECK
from domain.core.actions import Actions
from domain.core.chance import SeededChance
from domain.core.config import Config
from domain.core.ruleset import Ruleset
from service.game.games import Game
from service.game.position import Play
from service.problems import Problem
from service.records.exports import Leaving
from service.records.foreign import Part
from service.records.island import MAP, RULESET, SEATS, Standing
from service.records.positions import Restored, position_document, restore
from service.records.readers.catanatron import read_choice
from service.records.writers.catanatron import ACTIONS, write, write_choices
from service.records.writers.catanatron import CARDS as THEIRS
from workers.advising import NOWHERE
from workers.agents.agent import Agent
from workers.agents.turns import ask
from workers.bridge.file_format import FILE, Chosen, Format
from workers.bridge.lines import Fault, Partner

FURTHER: Final = 10 + AWARD_POINTS
"""The points to which a game goes that a seat would have won by an award that the other program does not give it."""


def choose_action(file: Mapping[str, Any], seat: int, agent: Agent, seconds: float, rng: Random) -> Chosen:
    """Return which of the playable actions of a file an agent chooses; raises Problem (422) for a file that is none.

    The agent knows what its seat may know. It chooses among the commands that one of the actions begins with; where an
    action is two commands, as to move the robber and to steal, it is asked again after the first. Where the other
    program decides, as about discards, that is the first action, and there are no commands.
    """
    standing, meant = read_choice(Part(file, FILE))
    if seat not in range(len(standing.seats)):
        raise ValueError(f"there is no seat {seat}")
    restored = _place_award(standing)
    ruleset, position = restored.game.ruleset, restored.game.position
    table = ruleset.commands
    choices = [[table.encode(table.decode(command)) for command in choice] for choice in meant]
    done: list[dict[str, Any]] = []
    while True:
        left = [choice[len(done)] for choice in choices if choice[: len(done)] == done and len(choice) > len(done)]
        if not left:
            return Chosen(done, choices.index(done))
        if done:
            draft = ruleset.draft(position, SeededChance(restored.key.encode()))
            ruleset.play(draft, seat, table.decode(done[-1]))
            position = draft.state
        command = _choose(ruleset, position, seat, left, agent, seconds, rng)
        done.append(table.encode(command))


def _choose(
    ruleset: Ruleset, position: Any, seat: int, left: Sequence[Any], agent: Agent, seconds: float, rng: Random
) -> Any:
    """Return the command of an agent among those that are left."""
    listed = ruleset.actions(position, seat)
    commands = [command for command in listed if ruleset.commands.encode(command) in left]
    if not commands:
        raise ValueError("none of the actions is a legal command here")
    if len(commands) == 1:
        return commands[0]
    actions: Actions[Any] = Actions(True, commands, (), listed.idle)
    return ask(agent, ruleset, ruleset.observe(position, seat), actions, seconds, rng)


def _place_award(standing: Standing) -> Restored:
    """Return the position of a file, with its longest road where our rules say that it lies.

    If a seat would have won by that, the game is to more points, as many more as the award gives.
    """
    try:
        return _restore(standing)
    except Problem as problem:
        for options in ({}, {"victory_points": FURTHER}):
            for holder in (None, *range(len(standing.seats))):
                with suppress(Problem):
                    return _restore(replace(standing, longest_road=holder, options={**standing.options, **options}))
        raise problem


def _restore(standing: Standing) -> Restored:
    return restore(NOWHERE, standing.document(), lambda game: None)


def has_files(ruleset: Ruleset, config: Config) -> bool:
    """Return whether files of Catanatron can show games of a configuration."""
    least, most = SEATS
    return ruleset.name == RULESET and config.map == MAP and not config.modules and least <= config.seats <= most


def ask_by_file(partner: Partner, game: Game, seat: int, name: str, rng: Random) -> list[Any]:
    """Return the commands of the action that a partner chooses from a file; only None if nothing in it is for it.

    Hidden cards are dealt, since such a file shows every hand; how they lie stays unknown. Raises Fault.
    """
    ruleset = game.ruleset
    choices = [*_sequences(ruleset, game.position, seat, rng)]
    if not choices:
        return [None]
    dealt = ruleset.determinize(ruleset.observe(game.position, seat), rng)
    whole = Game(game.id, ruleset, game.version, game.table, Play(dealt, game.version), game.line, game.chain)
    document = position_document(whole, None, range(len(game.table.seats)))
    state = document["state"]
    leaving = Leaving(state, document["layout"], ())
    file, _ = write(leaving)
    encoded = [[ruleset.commands.encode(command) for command in choice] for choice in choices]
    played = state["played_cards"]
    held = {card: sum(one["development_cards"][card] for one in state["seats"]) for card in CARDS}
    more = {
        "current_color": file["colors"][seat],
        "current_playable_actions": write_choices(leaving, seat, encoded),
        "free_roads_available": state["agenda"][-1].get("roads", 0),
        "deck": {THEIRS[card]: n - held[card] - played[card] for card, n in zip(CARDS, DECK, strict=True)},
    }
    answer = partner.ask({"game": name, "seat": seat, FILE: file | more})
    action = answer.get("action")
    if not isinstance(action, int) or isinstance(action, bool) or not 0 <= action < len(choices):
        raise Fault("illegal")
    return choices[action]


def _sequences(ruleset: Ruleset, position: Any, seat: int, rng: Random) -> Iterator[list[Any]]:
    """Yield what a seat can do as commands that belong together: the robber's victims come with its move.

    Answers to offers and offers have no action; cards to discard are drawn, as in Catanatron.
    """
    listed = ruleset.actions(position, seat)
    for command in listed:
        body = ruleset.commands.encode(command)
        if body["type"] == "MoveRobber":
            draft = ruleset.draft(position.copy(), SeededChance(b""))
            ruleset.play(draft, seat, command)
            victims = [one for one in ruleset.actions(draft.state, seat) if type(one).__name__ == "Steal"]
            yield from ([command, victim] for victim in victims)
            if not victims:
                yield [command]
        elif body["type"] in ACTIONS:
            yield [command]
    for template in listed.templates:
        if template.cls.__name__ == "Discard":
            yield [template.sample(rng)]


CATANATRON: Final = Format(has_files, ask_by_file, choose_action)
