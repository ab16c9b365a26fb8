"""Plays games in memory in which partners' programs have seats beside agents of the catalog.

A partner that is silent, or says what is no answer, forfeits the game: `uniform` plays on in its seat, the others play
to the end, and the next game begins with a new process.
"""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from random import Random
from typing import Any, Final, NamedTuple

from domain.core.chance import SeededChance
from domain.core.config import Config
from domain.core.errors import IllegalCommand
from domain.core.ruleset import Result, Ruleset
from service.game.games import Game
from service.game.position import Play
from service.records.positions import NOWHERE as NO_GAME
from service.records.positions import game_at, position_document
from service.texts.files import ENGLISH
from service.views.legal_actions import actions_document
from workers.advising import NOWHERE
from workers.agents.agent import Agent, load_agent
from workers.agents.following import Follower
from workers.agents.search.playouts import shares_of
from workers.agents.search.rates import wilson
from workers.agents.turns import Decision, decide, first_decision
from workers.bridge.formats import FORMATS
from workers.bridge.lines import Fault, Partner

STAND_IN: Final = "uniform"
"""Plays on for a partner that forfeited; it is weak, so that it takes no win from the others."""
MOST_COMMANDS: Final = 10_000
"""Limits the commands of a game; after that it counts as unfinished."""


class Entrant(NamedTuple):
    """Names who plays: an agent of the catalog, or a partner's program."""

    name: str
    player: Agent | Partner


@dataclass(frozen=True, slots=True)
class Played:
    """Holds how a game ended: shares of the win and points by seat (None: unfinished), and who forfeited why."""

    shares: Sequence[float] | None
    points: Sequence[int] | None
    commands: int
    forfeits: Mapping[int, str]


@dataclass(slots=True)
class _Table:
    """Holds a game that is played."""

    ruleset: Ruleset
    config: Config
    players: list[Agent | Partner]
    name: str
    seed: str
    seen: list[tuple[int, Any]] = field(default_factory=list)
    forfeits: dict[int, str] = field(default_factory=dict)
    version: int = 1
    waiting: dict[int, list[Any]] = field(default_factory=dict)
    """The commands that a partner's answer still means, by seat."""

    def play(self) -> Played:
        """Play the game to its end."""
        ruleset, chance = self.ruleset, SeededChance(self.seed.encode())
        rng = Random(sha256(f"agents:{self.seed}".encode()).digest())
        opening, *rest = ruleset.setup(self.config, chance)
        state = ruleset.begin(opening)
        for event in rest:
            ruleset.evolve(state, event)
        self.seen = [(1, event) for event in (opening, *rest)]
        self._greet()
        believing = [seat for seat, one in enumerate(self.players) if isinstance(one, Agent) and one.believes]
        follower = Follower(ruleset, state, believing)

        def ask(seat: int) -> Decision:
            return self._decide(state, seat, rng, follower)

        commands = 0
        while commands < MOST_COMMANDS:
            decision = first_decision(ruleset.awaiting(state), ask)
            if decision is None:
                break
            draft = ruleset.draft(state, chance)
            try:
                ruleset.play(draft, decision.seat, decision.command)
            except IllegalCommand:
                if not isinstance(self.players[decision.seat], Partner):
                    raise
                self._forfeit(decision.seat, Fault("illegal"))
                continue
            state = draft.state
            commands += 1
            self.version += 1
            self.seen += [(self.version, event) for event in draft.events]
            follower.follow(draft.events)
        return self._close(ruleset.result(state), commands)

    def _decide(self, state: Any, seat: int, rng: Random, follower: Follower) -> Decision:
        player = self.players[seat]
        if isinstance(player, Partner):
            try:
                return Decision(seat, self._ask(player, state, seat, rng))
            except Fault as fault:
                player = self._forfeit(seat, fault)
        return decide(self.ruleset, state, seat, player, math.inf, rng, follower.belief(seat))

    def _close(self, result: Result | None, commands: int) -> Played:
        """Tell the partners that the game is over, and return how it ended."""
        winners = None if result is None else list(result.winners)
        for player in self.players:
            if isinstance(player, Partner):
                player.tell({"do": "over", "game": self.name, "winners": winners})
        shares, points = (None, None) if result is None else (shares_of(result), result.points)
        return Played(shares, points, commands, self.forfeits)

    def _greet(self) -> None:
        """Let all partners say who they are before the game begins."""
        table = {"ruleset": self.ruleset.name, "seats": self.config.seats}
        for seat, player in enumerate(self.players):
            if isinstance(player, Partner):
                try:
                    player.greet(table)
                    if not self._can_ask(player.hello.get("format")):
                        raise Fault("no_answer")
                except Fault as fault:
                    self._forfeit(seat, fault)

    def _can_ask(self, wanted: Any) -> bool:
        """Return whether questions can have the format that a partner wants; None stands for documents."""
        if wanted is None:
            return True
        found = FORMATS.get(wanted) if isinstance(wanted, str) else None
        return found is not None and found.shows(self.ruleset, self.config)

    def _forfeit(self, seat: int, fault: Fault) -> Agent:
        """Stop a partner for the rest of the game, and return who plays on in its seat."""
        player = self.players[seat]
        if isinstance(player, Partner):
            player.stop()
        stand_in = load_agent(STAND_IN)
        self.players[seat], self.forfeits[seat] = stand_in, str(fault)
        self.waiting.pop(seat, None)
        return stand_in

    def _ask(self, partner: Partner, state: Any, seat: int, rng: Random) -> Any | None:
        """Return the command of a partner, None if it passes; raises Fault."""
        ruleset = self.ruleset
        if self.waiting.get(seat):
            return self.waiting[seat].pop(0)
        named = {"id": f"{NO_GAME}{self.name}", "version": self.version}
        game = game_at(NOWHERE, ruleset, self.config, state, named, 0)
        game.play = Play(state, self.version)
        wanted = partner.hello.get("format")
        if wanted is not None:
            first, *self.waiting[seat] = FORMATS[wanted].ask(partner, game, seat, self.name, rng)
            return first
        seen = [*self._events_for(seat)] if partner.hello.get("seen") is True else None
        return ask_partner(partner, game, seat, self.name, seen)

    def _events_for(self, seat: int) -> Iterator[dict[str, Any]]:
        """Yield all events so far, as the list of events shows them to a seat."""
        for version, event in self.seen:
            row = self.ruleset.events.of(event)
            yield {"type": row.name, "version": version} | row.redact(event, seat)


def ask_partner(
    partner: Partner, game: Game, seat: int, name: str, seen: Sequence[Mapping[str, Any]] | None = None
) -> Any | None:
    """Return the command of a partner by the document of a position, None if it passes; raises Fault.

    `name` is what the partner knows the game by, and `seen` are the events that led there.
    """
    actions = actions_document(game, seat, ENGLISH)
    document = position_document(game, seat)
    if seen is not None:
        document["seen"] = [*seen]
    question = {"game": name, "seat": seat, "position": document, "legal_actions": actions}
    body = partner.ask(question).get("command")
    if body is None and not actions["must_act"]:
        return None
    try:
        return game.ruleset.commands.decode(body)  # type: ignore[arg-type]
    except (KeyError, ValueError, TypeError, AttributeError) as error:
        raise Fault("illegal") from error


def play_game(ruleset: Ruleset, config: Config, players: Sequence[Agent | Partner], name: str, seed: str) -> Played:
    """Play a game; the same arguments give the same game, if the partners answer the same."""
    return _Table(ruleset, config, [*players], name, seed).play()


def play_games(
    ruleset: Ruleset,
    config: Config,
    entrants: Sequence[Entrant],
    games: int,
    seed: str,
    tell: Callable[[Mapping[str, Any]], None],
) -> list[dict[str, Any]]:
    """Play games and return what each entrant won; every seed is played with the entrants in every seat.

    A game that an entrant forfeited is lost for it, and does not count for the others. `tell` gets a line for each
    game.
    """
    count, rated = len(entrants), [0] * len(entrants)
    wins, forfeits = [0.0] * count, [0] * count
    for number in range(games):
        order = [(seat + number) % count for seat in range(count)]
        players = [entrants[one].player for one in order]
        played = play_game(ruleset, config, players, f"{seed}-{number}", f"{seed}:{number // count}")
        lost = {order[seat] for seat in played.forfeits}
        for seat, entrant in enumerate(order):
            forfeits[entrant] += entrant in lost
            is_rated = entrant in lost or (not lost and played.shares is not None)
            rated[entrant] += is_rated
            if is_rated and entrant not in lost and played.shares is not None:
                wins[entrant] += played.shares[seat]
        tell(
            {
                "game": number,
                "entrants": order,
                "shares": played.shares,
                "points": played.points,
                "commands": played.commands,
                "forfeits": {str(seat): why for seat, why in played.forfeits.items()},
            }
        )
    return [
        {
            "name": entrant.player.name if isinstance(entrant.player, Partner) else entrant.name,
            "games": rated[number],
            "wins": wins[number],
            "interval": [round(bound, 4) for bound in wilson(wins[number], rated[number])],
            "forfeits": forfeits[number],
        }
        for number, entrant in enumerate(entrants)
    ]
