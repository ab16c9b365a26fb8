"""Says what the results of rated games change: the fold of a list of results into the ratings of its players.

Only people's ratings change. An agent that the ladder has measured counts as an opponent of that strength, any other as
absent, and of the results between the same two players only some in a day count.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from service.game.clocks import DAY_MS
from service.game.skill import NEW, Skill, anchor_at, rate
from workers.agents.catalog import split_name
from workers.agents.standings import ladders

SPEEDS: Final = ("fast", "slow", "correspondence", "untimed")
FAST_MOVE_S, FAST_BANK_S = 60, 1_800
"""Limit the seconds for an action, and for a game, of the speed `fast`."""
MOST_OF_PAIR: Final = 5
"""Limits the results between the same two players that count in a day: what one can give another by losing."""
AGENT: Final = "agent:"
"""Begins what stands for an agent among those who played."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """Describes the result of a rated game: who came to which rank, 1 the best; agents have the prefix `agent:`.

    `lost` lists places in `ranks`. If there are any, an agent has played for a player who left: those players have lost
    to everybody, and no other rating changes.
    """

    game: str
    time: int
    ruleset: str
    speed: str
    ranks: tuple[tuple[str, int], ...]
    lost: tuple[int, ...] = ()


@dataclass
class State:
    """Holds a rating while results are folded; `met` says when others were met within the last day."""

    skill: Skill = NEW
    met: dict[str, list[int]] | None = None


States = dict[tuple[str, str, str], State]
"""Maps player, ruleset and speed to the state."""


def speed_of(clock: Mapping[str, Any] | None) -> str:
    """Return the speed of games with a clock."""
    if clock is None:
        return "untimed"
    if clock.get("kind") == "days":
        return "correspondence"
    most = FAST_BANK_S if clock.get("kind") == "bank" else FAST_MOVE_S
    return "fast" if clock["seconds"] <= most else "slow"


def fold(states: States, outcome: Outcome) -> list[tuple[str, str, str]]:
    """Change the states by a result; return whose changed, none if the result does not count."""
    key = (outcome.ruleset, outcome.speed)
    known = [(who, rank, _anchor(who, outcome.ruleset)) for who, rank in outcome.ranks]
    known = [one for one in known if one[2] is not None or not one[0].startswith(AGENT)]
    people = [who for who, _, anchor in known if anchor is None]
    for who in people:
        states.setdefault((who, *key), State())
    if len(known) < 2 or not people or _is_repeated(states, key, people, outcome.time):
        return []
    skills = [states[who, *key].skill if anchor is None else anchor for who, _, anchor in known]
    gone = {outcome.ranks[place][0] for place in outcome.lost}
    lost = [place for place, (who, _, _) in enumerate(known) if who in gone]
    moving = [place for place, (_, _, anchor) in enumerate(known) if anchor is None and (place in lost or not lost)]
    after = _after_losses(skills, lost) if lost else rate(skills, [rank for _, rank, _ in known])
    for place in moving:
        who = known[place][0]
        states[who, *key].skill = after[place]
        _meet(states[who, *key], [other for other in people if other != who], outcome.time)
    return [(known[place][0], *key) for place in moving]


def _after_losses(skills: Sequence[Skill], lost: Sequence[int]) -> list[Skill]:
    """Return the skills after a game in which each of some players has lost to everybody; no other result counts."""
    after = list(skills)
    for place in lost:
        after[place] = rate(skills, [2 if other == place else 1 for other in range(len(skills))])[place]
    return after


def _anchor(who: str, ruleset: str) -> Skill | None:
    """Return the fixed skill of an agent that the ladder of a ruleset has measured; None for others."""
    if not who.startswith(AGENT):
        return None
    name = split_name(who.removeprefix(AGENT))
    bare = str(name._replace(version=None))
    measured = (one for ladder in ladders() if ladder.ruleset == ruleset for one in ladder.standings)
    return next((anchor_at(one.rating) for one in measured if one.name == bare), None)


def _is_repeated(states: States, key: tuple[str, str], people: Sequence[str], time: int) -> bool:
    """Return whether two of the players have met in as many results of the last day as count."""
    for who in people:
        met = states[who, *key].met or {}
        for other in people:
            if len([moment for moment in met.get(other, ()) if moment > time - DAY_MS]) >= MOST_OF_PAIR:
                return True
    return False


def _meet(state: State, others: Sequence[str], time: int) -> None:
    recent = {who: [one for one in times if one > time - DAY_MS] for who, times in (state.met or {}).items()}
    state.met = {who: times for who, times in recent.items() if times}
    for other in others:
        state.met.setdefault(other, []).append(time)
