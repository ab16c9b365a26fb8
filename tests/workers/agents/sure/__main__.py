"""`python -m tests.workers.agents.sure [POSITIONS]`: prove the searches for sure wins, position by position.

The judge tries everything, and shares no code with the agents. Positions come from games of agents and from random
ones, of every kind of game of Catan, and as many of Elasund. `python -m tests.workers.agents.sure games AGENT
[GAMES [KIND...]] [--first N]` instead lets an agent play whole games in all seats, the first of them number N, counts
the turns with a sure win that were not won, and lists those for which the judge found no answer; the judge leaves out
what is out of reach. Both print a line for each kind of game; the first ends with code 1 if a win was missed, or one
was named that is none.
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, Final, NamedTuple

from domain.catan import CATAN
from domain.core.ruleset import Ruleset
from domain.elasund import ELASUND
from tests.workers.agents.sure.comparing import Search, compare_all
from tests.workers.agents.sure.judge import TooLong, is_certain
from tests.workers.agents.sure.positions import (
    CATAN_KINDS,
    ELASUND_KINDS,
    Found,
    Kind,
    describe,
    enrich,
    missing_of,
    positions,
    small_cities,
    small_positions,
    turns,
)
from workers.agents.agent import load_agent
from workers.agents.catalog import known_entry
from workers.agents.catan.winning import finding
from workers.agents.elasund import winning

POSITIONS: Final = 2_000
GAMES: Final = 60
LOOKED_AT: Final = 1_500
"""How many positions the judge looks at, at most, to judge one."""
LOOKED_AT_IN_GAMES: Final = 4_000
DEALS: Final = 3
"""In how many ways the judge deals hidden cards before it calls a win in a game sure."""
MORE_DEALS: Final = 40
"""In how many ways it deals them before it calls such a win missed: three may agree by luck."""
MOST_CARDS: Final = 8
SHORT: Final = 6
"""How many points a seat may be short in the games that positions are taken from."""
SHORT_IN_GAMES: Final = 4
"""How many points a seat may be short where its turn is judged in whole games."""
PLENTY: Final = 1 << 20


class Proof(NamedTuple):
    """Holds kinds of games of a ruleset, where their positions come from, and the search that is proven."""

    ruleset: Ruleset
    kinds: Sequence[Kind]
    search: Search
    sources: Sequence[Any]


def search_catan(found: Found) -> Any | None:
    """Return what the search of Catan finds if it may try as much as it likes."""
    return finding.find_win(CATAN, CATAN.observe(found.state, found.seat), nodes=PLENTY)


def search_elasund(found: Found) -> Any | None:
    """Return what the search of Elasund finds if it may try as much as it likes."""
    return winning.find_win(ELASUND, ELASUND.observe(found.state, found.seat), nodes=PLENTY)


def ends_of_catan(kind: Kind, seed: str) -> Iterator[Found]:
    """Yield positions of games of agents, without end, with some cards more in hand."""
    rng = Random(seed)
    for found in ends_of_games(CATAN, kind, seed):
        rich = enrich(found, rng, MOST_CARDS)
        if rich is not None and missing_of(CATAN, rich.state, rich.seat) <= SHORT - 2:
            yield rich


def ends_of_games(ruleset: Ruleset, kind: Kind, seed: str) -> Iterator[Found]:
    """Yield positions near the end of games of agents, without end."""
    number = 0
    while True:
        number += 1
        yield from positions(ruleset, kind, f"{seed} {number}", SHORT, MOST_CARDS + 3)


PROOFS: Final = (
    Proof(
        CATAN,
        CATAN_KINDS,
        search_catan,
        (ends_of_catan, lambda kind, seed: small_positions(kind, seed, MOST_CARDS)),
    ),
    Proof(
        ELASUND,
        ELASUND_KINDS,
        search_elasund,
        (lambda kind, seed: ends_of_games(ELASUND, kind, seed), small_cities),
    ),
)


def prove(proof: Proof, count: int) -> int:
    """Compare so many positions; return how many differ."""
    total: Counter[str] = Counter()
    differing = 0
    for number, kind in enumerate(proof.kinds):
        share = count * (number + 1) // len(proof.kinds) - count * number // len(proof.kinds)
        begun, counts = time.process_time(), Counter[str]()
        for place, source in enumerate(proof.sources, 1):
            most = share * place // len(proof.sources) - counts["judged"]
            tally = compare_all(proof.search, source(kind, f"proof {kind}"), most, LOOKED_AT)
            counts += tally.counts
            for shown in tally.differing:
                print("  ", shown, flush=True)
            differing += len(tally.differing)
        print(proof.ruleset.name, named(kind), dict(counts), f"{time.process_time() - begun:.0f} s", flush=True)
        total += counts
    print(proof.ruleset.name, "in all", dict(total), flush=True)
    return differing


def named(kind: Kind) -> str:
    """Return the name of a kind of game."""
    options = [f"{name}={value}" for name, value in kind.options]
    return " ".join([f"{kind.seats} seats", *filter(None, (kind.map, *kind.modules)), *options])


def count_missed(ruleset: Ruleset, kinds: Sequence[Kind], agent: str, games: int, first: int = 0) -> None:
    """Let agents play, and count the turns with a sure win at their first decision, and those of them not won."""
    for kind in kinds:
        counts: Counter[str] = Counter()
        for number in range(first, first + games):
            counts.update(missed_in(ruleset, kind, agent, f"missed {number}"))
        print(agent, named(kind), f"{games} games", dict(counts), flush=True)


def stays_sure(found: Found) -> bool:
    """Return whether a win is sure in more deals too; where the judge does not finish one, it counts as sure."""
    try:
        return is_certain(found.ruleset, found.state, found.seat, LOOKED_AT_IN_GAMES, MORE_DEALS, is_quick=True)
    except TooLong:
        return True


def missed_in(ruleset: Ruleset, kind: Kind, agent: str, seed: str) -> Counter[str]:
    """Count the turns of a game by what the judge says of their first decision after the dice."""
    config = ruleset.configure(kind.seats, kind.map, kind.modules, dict(kind.options))
    counts: Counter[str] = Counter(missed=0)
    looked, sure, unsure = -1, {}, {}
    for state, seat in turns(ruleset, config, [load_agent(agent)] * kind.seats, seed):
        turn = ruleset.turn(state)
        if turn == looked or not state.dice or missing_of(ruleset, state, seat) > SHORT_IN_GAMES:
            continue
        looked = turn
        try:
            is_sure = is_certain(ruleset, state, seat, LOOKED_AT_IN_GAMES, DEALS, is_quick=True)
        except TooLong:
            counts["unfinished"] += 1
            unsure[turn] = f"{seed}: {describe(Found(ruleset, state, seat, kind))}"
            continue
        counts["judged"] += 1
        if is_sure:
            counts["sure"] += 1
            sure[turn] = Found(ruleset, state.copy(), seat, kind)
    if looked == ruleset.turn(state) and ruleset.result(state):
        sure.pop(looked, None)  # the game was won in this turn
        counts["unfinished, but won"] += unsure.pop(looked, None) is not None
    for found in sure.values():
        is_sure = stays_sure(found)
        counts["missed" if is_sure else "sure by three deals alone"] += 1
        print("   missed:" if is_sure else "   not sure:", describe(found), flush=True)
    for shown in unsure.values():
        print("   unfinished:", shown, flush=True)
    return counts


def main(arguments: Sequence[str]) -> int:
    """Prove, or count."""
    if arguments and arguments[0] == "games":
        parser = argparse.ArgumentParser(prog="python -m tests.workers.agents.sure games")
        parser.add_argument("agent")
        parser.add_argument("games", nargs="?", type=int, default=GAMES)
        parser.add_argument("kinds", nargs="*", type=int, help="their places in positions.py; all without one")
        parser.add_argument("--first", type=int, default=0, help="number of the first game")
        options = parser.parse_args(arguments[1:])
        (proof,) = [one for one in PROOFS if known_entry(options.agent).plays(one.ruleset.name)]
        chosen = [proof.kinds[number] for number in options.kinds] or proof.kinds
        count_missed(proof.ruleset, chosen, options.agent, options.games, options.first)
        return 0
    count = int(arguments[0]) if arguments else POSITIONS
    differing = [prove(proof, count) for proof in PROOFS]
    return int(sum(differing) > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
