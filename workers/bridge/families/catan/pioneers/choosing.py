"""Asks an agent, or a partner's program, for the next command of a seat in a game of Pioneers."""

import math
from collections.abc import Callable, Sequence
from contextlib import suppress
from random import Random
from typing import Any

from domain.catan.chapters.building.messages import BuildRoad
from domain.core.chance import SeededChance
from service.game.games import Game
from service.game.position import Play
from service.problems import Problem
from service.records.positions import restore
from workers.advising import NOWHERE
from workers.agents.agent import Agent
from workers.agents.following import first_belief
from workers.agents.turns import decide
from workers.bridge.families.catan.files import FURTHER
from workers.bridge.families.catan.pioneers.island import SEATS
from workers.bridge.families.catan.pioneers.table import Table
from workers.bridge.hosting import ask_partner
from workers.bridge.lines import Partner

Choose = Callable[[Table], Sequence[dict[str, Any]]]
"""Returns the commands of a seat as JSON: one, or the move of the robber and the theft; raises Fault or Problem."""


def choose_by(player: Agent | Partner, name: str) -> Choose:
    """Return what asks a player at each position of a game of a name."""
    rng = Random(name)

    def ask(game: Game, seat: int) -> Any:
        if isinstance(player, Partner):
            return ask_partner(player, game, seat, name)
        ruleset, position = game.ruleset, game.position
        belief = first_belief(ruleset, position, seat) if player.believes else None
        return decide(ruleset, position, seat, player, math.inf, rng, belief).command

    def choose(table: Table) -> list[dict[str, Any]]:
        game = read_position(table)
        ruleset, seat = game.ruleset, table.seat
        command = ask(game, seat)
        chosen = [ruleset.commands.encode(command)]
        if chosen[0]["type"] == "MoveRobber":
            draft = ruleset.draft(game.position, SeededChance(name.encode()))
            ruleset.play(draft, seat, command)
            listed = [ruleset.commands.encode(one) for one in ruleset.actions(draft.state, seat)]
            if any(one["type"] == "Steal" for one in listed):
                game.play = Play(draft.state, game.version)
                chosen.append(ruleset.commands.encode(ask(game, seat)))
        return chosen

    return choose


def can_lay_road(table: Table) -> bool:
    """Return whether the seat can lay a free road."""
    game = read_position(table)
    return any(isinstance(one, BuildRoad) for one in game.ruleset.actions(game.position, table.seat))


def read_position(table: Table) -> Game:
    """Return the position of a table as a game in memory; raises Problem for one that our rules do not have.

    Where the longest road lies with another than our rules say, it lies as they say there.
    """
    try:
        return _restore(table, table.awards["longest-road"], {})
    except Problem as problem:
        for options in ({}, {"victory_points": FURTHER}):
            for holder in (None, *range(SEATS)):
                with suppress(Problem):
                    return _restore(table, holder, options)
        raise problem


def _restore(table: Table, holder: int | None, options: dict[str, Any]) -> Game:
    return restore(NOWHERE, table.document(holder, options), lambda game: None).game
