"""Keeps results of rated games and what follows from them: a rating for each player, ruleset and speed.

Results are numbered, list by list, and outlive their games; ratings are a fold over them in that order, so making them
again gives the same figures. A list is that of one application (the id of its API key), or the server's.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from hashlib import blake2b
from secrets import token_hex
from typing import Any, Final

import orjson

from eventstore.rows import Row
from service.clients.players import NAME, find_player, is_player, texts_of
from service.game.context import Context
from service.game.skill import NEW, Skill, anchor_at, rate
from service.problems import invalid_parameter
from workers.agents.catalog import split_name
from workers.agents.standings import ladders

SERVER: Final = "server"
"""Names the list of the whole server."""
SPEEDS: Final = ("fast", "slow", "correspondence", "untimed")
FAST_MOVE_S, FAST_BANK_S = 60, 1_800
"""Limit the seconds for an action, and for a game, of the speed `fast`."""
MOST_OF_PAIR: Final = 5
"""Limits the results between the same two players that count in a day: what one can give another by losing."""
DAY_MS: Final = 86_400_000
RATINGS: Final = "ratings"
"""Names the rows by which rated people are listed, who have agreed to that."""
CHUNK: Final = 1_000
AT_ONCE: Final = 200
AGENT: Final = "agent:"
GONE: Final = "gone-"
_VOID: Final = b"void"
_NEWEST, _APPLIED, _OF = "newest", "applied", "of"
_RATINGS_OF: Final = "ratings-"


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


def _home(of: str) -> str:
    """Return the owner of the ratings of a list."""
    return f"{_RATINGS_OF}{_hash(of)}"


def _hash(of: str) -> str:
    return blake2b(of.encode(), digest_size=9).hexdigest()


def _chunk(of: str, number: int) -> str:
    return f"results-{_hash(of)}-{number // CHUNK}"


def reserve(ctx: Context, of: str) -> int:
    """Return the number of the next result of a list, which no other result gets."""
    number = ctx.store.count_fact(_home(of), _NEWEST, 1)
    if number == 1:
        ctx.store.set_facts(_home(of), {_OF: of.encode()})
    return number


def all_lists(ctx: Context) -> Iterator[str]:
    """Yield all lists that have results."""
    for home in set(ctx.store.with_facts(_RATINGS_OF)):
        if (of := ctx.store.fact(home, _OF)) is not None:
            yield of.decode()


def keep_outcome(ctx: Context, of: str, number: int, outcome: Outcome) -> bool:
    """Store a result under its number; return False if that was given up meanwhile."""
    packed, name = orjson.dumps(asdict(outcome)), str(number)
    if not ctx.store.swap_fact(_chunk(of, number), name, b"", packed):
        return ctx.store.fact(_chunk(of, number), name) != _VOID
    for who, _ in outcome.ranks:
        if is_player(who):
            ctx.store.set_facts(_home_of_player(who), {f"{of} {number}": b"1"})
    return True


def _home_of_player(player: str) -> str:
    """Return the owner of what is noted of a player's results and ratings."""
    return f"rated-{player}"


def read_outcome(ctx: Context, of: str, number: int) -> Outcome | None:
    """Return a result; None if its number was given up, or is not used yet."""
    kept = ctx.store.fact(_chunk(of, number), str(number))
    return None if kept in (None, _VOID) else _outcome(orjson.loads(kept or b"{}"))


def _outcome(known: Mapping[str, Any]) -> Outcome:
    ranks, lost = tuple((who, rank) for who, rank in known["ranks"]), tuple(known.get("lost", ()))
    return Outcome(**{**known, "ranks": ranks, "lost": lost})


def outcomes(ctx: Context, of: str, upto: int | None = None) -> Iterator[Outcome]:
    """Yield the results of a list in order, all or up to a number."""
    newest = int(ctx.store.fact(_home(of), _NEWEST) or 0) if upto is None else upto
    for first in range(0, newest + 1, CHUNK):
        kept = ctx.store.facts(_chunk(of, first))
        for number in range(max(first, 1), min(first + CHUNK, newest + 1)):
            if (value := kept.get(str(number), _VOID)) != _VOID:
                yield _outcome(orjson.loads(value))


def advance(ctx: Context, of: str) -> None:
    """Fold the results of a list that are not folded yet; a number without a result is given up."""
    while True:
        applied, newest = (int(ctx.store.fact(_home(of), name) or 0) for name in (_APPLIED, _NEWEST))
        if applied >= newest:
            return
        number = applied + 1
        ctx.store.swap_fact(_chunk(of, number), str(number), b"", _VOID)
        outcome = read_outcome(ctx, of, number)
        states, raw = _read_states(ctx, of, outcome) if outcome else ({}, {})
        changed = fold(states, outcome) if outcome else []
        step = {_APPLIED: (str(applied).encode() if applied else b"", str(number).encode())}
        step |= {_name(one): (raw.get(one, b""), _pack(states[one])) for one in changed}
        if ctx.store.swap_facts(_home(of), step):
            _list_all(ctx, of, {one: states[one] for one in changed})


def _read_states(ctx: Context, of: str, outcome: Outcome) -> tuple[States, dict[tuple[str, str, str], bytes]]:
    """Return the states of the people of a result, and the bytes that they are stored as."""
    people = [(who, outcome.ruleset, outcome.speed) for who, _ in outcome.ranks if not who.startswith(AGENT)]
    raw = {one: kept for one in people if (kept := ctx.store.fact(_home(of), _name(one)))}
    return {one: _unpack(kept) for one, kept in raw.items()}, raw


def _name(one: tuple[str, str, str]) -> str:
    return " ".join(one)


def _pack(state: State) -> bytes:
    return orjson.dumps([*state.skill, state.met or {}])


def _unpack(kept: bytes) -> State:
    mean, deviation, games, met = orjson.loads(kept)
    return State(Skill(mean, deviation, games), met)


def _list_all(ctx: Context, of: str, changed: States) -> None:
    """Note for each player which ratings there are, and list those of players who have agreed to that."""
    for (who, ruleset, speed), state in changed.items():
        if is_player(who):
            ctx.store.set_facts(_home_of_player(who), {f"{of} {ruleset} {speed}": b"1"})
            list_rating(ctx, of, who, ruleset, speed, state.skill)


def list_rating(ctx: Context, of: str, who: str, ruleset: str, speed: str, skill: Skill) -> None:
    """List a rating for all, or no longer, as its player has agreed."""
    player, row = find_player(ctx, who), f"{who}-{_hash(f'{of} {ruleset} {speed}')}"
    if player is None or not player.listed:
        ctx.store.rows.drop(RATINGS, [row])
        return
    place = f"{round((skill.place + 1_000) * 1_000):09d}"
    body = orjson.dumps({"player": who, **_document(skill)})
    ctx.store.rows.put(RATINGS, [Row(row, 1, {_list(of, ruleset, speed): place}, body)])


def _list(of: str, ruleset: str, speed: str) -> str:
    return f"{_hash(of)}&{ruleset}&{speed}"


def _document(skill: Skill) -> dict[str, Any]:
    return {"rating": skill.points, "deviation": skill.uncertainty, "games": skill.games}


def rating_of(ctx: Context, of: str, player: str, ruleset: str, speed: str) -> Skill:
    """Return the skill of a player in a list; a new player's if there is none yet."""
    kept = ctx.store.fact(_home(of), _name((player, ruleset, speed)))
    return NEW if kept is None else _unpack(kept).skill


def ratings_of(ctx: Context, player: str) -> list[dict[str, Any]]:
    """Return all ratings of a player."""
    found = [tuple(name.split(" ")) for name in ctx.store.facts(_home_of_player(player)) if name.count(" ") == 2]
    return [
        {
            "list": SERVER if of == SERVER else "application",
            "ruleset": ruleset,
            "speed": speed,
            **_document(rating_of(ctx, of, player, ruleset, speed)),
        }
        for of, ruleset, speed in sorted(found)
    ]


def list_again(ctx: Context, player: str) -> None:
    """Bring a player's places in lists up to date, after the player has agreed to be listed, or no more."""
    for name in ctx.store.facts(_home_of_player(player)):
        if name.count(" ") == 2:
            of, ruleset, speed = name.split(" ")
            list_rating(ctx, of, player, ruleset, speed, rating_of(ctx, of, player, ruleset, speed))


def ratings_page(ctx: Context, of: str, ruleset: str, speed: str, after: str | None, limit: int) -> dict[str, Any]:
    """Return a page of the people of a list, the surely strongest first; raises Problem (422) for a bad cursor."""
    place, _, row = (after or "").partition(".")
    if after is not None and not (place.isascii() and place.isdigit() and row):
        raise invalid_parameter("after", "cursor")
    rows = ctx.store.rows.list_rows(RATINGS, _list(of, ruleset, speed), limit + 1, (place, row) if after else None)
    shown = rows[:limit]
    people = [orjson.loads(one.body) for one in shown]
    names = texts_of(ctx, [one["player"] for one in people])
    last = {"next": f"{shown[-1].place}.{shown[-1].game}"} if len(rows) > limit else {}
    return {"ratings": [{**one, "name": names[one["player"]].get(NAME, "")} for one in people], **last}


def rebuild(ctx: Context, of: str) -> States:
    """Make all ratings of a list again from its results, and return them; results may come in meanwhile."""
    while True:
        applied = ctx.store.fact(_home(of), _APPLIED) or b""
        states: States = {}
        for outcome in outcomes(ctx, of, int(applied or 0)):
            fold(states, outcome)
        rated = {one: state for one, state in states.items() if state.skill.games}
        if _put_all(ctx, of, rated, applied):
            _list_all(ctx, of, rated)
            return rated


def _put_all(ctx: Context, of: str, states: States, applied: bytes) -> bool:
    """Store ratings; return False if another result was folded meanwhile."""
    names = list(states)
    for first in range(0, len(names), AT_ONCE):
        step = {_APPLIED: (applied, applied)}
        for one in names[first : first + AT_ONCE]:
            step[_name(one)] = (ctx.store.fact(_home(of), _name(one)) or b"", _pack(states[one]))
        if not ctx.store.swap_facts(_home(of), step):
            return False
    return True


def new_pseudonym() -> str:
    """Return what stands for a player who was forgotten."""
    return f"{GONE}{token_hex(9)}"


def anonymize(ctx: Context, player: str) -> None:
    """Put a pseudonym in place of a player who is forgotten, in results and ratings; no figure changes."""
    gone = new_pseudonym()
    for name in ctx.store.facts(_home_of_player(player)):
        of, *rest = name.split(" ")
        if len(rest) == 1:
            _replace_in_outcome(ctx, of, int(rest[0]), player, gone)
        else:
            kept = ctx.store.fact(_home(of), f"{player} {rest[0]} {rest[1]}")
            changes = {f"{gone} {rest[0]} {rest[1]}": kept or b"", f"{player} {rest[0]} {rest[1]}": b""}
            ctx.store.set_facts(_home(of), changes)
            ctx.store.rows.drop(RATINGS, [f"{player}-{_hash(' '.join((of, *rest)))}"])
    ctx.store.delete(_home_of_player(player))


def _replace_in_outcome(ctx: Context, of: str, number: int, player: str, gone: str) -> None:
    outcome = read_outcome(ctx, of, number)
    if outcome is None:
        return
    ranks = tuple((gone if who == player else who, rank) for who, rank in outcome.ranks)
    ctx.store.set_facts(_chunk(of, number), {str(number): orjson.dumps(asdict(replace(outcome, ranks=ranks)))})
    for other, _ in ranks:
        one = (other, outcome.ruleset, outcome.speed)
        while (was := ctx.store.fact(_home(of), _name(one))) is not None and player.encode() in was:
            ctx.store.swap_fact(_home(of), _name(one), was, was.replace(player.encode(), gone.encode()))
