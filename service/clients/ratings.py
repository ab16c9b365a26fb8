"""Keeps results of rated games and what follows from them: a rating for each player, ruleset and speed.

Results are numbered, list by list, and outlive their games. Ratings are a fold over them in that order
(`service.game.rated_outcomes`), so making them again gives the same figures. A list is that of one application (the id
of its API key), or the server's.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import asdict, replace
from hashlib import blake2b
from secrets import token_hex
from typing import Any, Final

import orjson

from eventstore.rows import Row
from service.clients.players import NAME, find_player, is_player, texts_of
from service.game.context import Context
from service.game.rated_outcomes import AGENT, Outcome, State, States, fold
from service.game.row_pages import page_of_rows
from service.game.skill import NEW, Skill

SERVER: Final = "server"
"""Names the list of the whole server."""
LISTS: Final = ("application", SERVER)
"""Lists how clients are shown which list it is: that of an application, or the server's."""
RATINGS: Final = "ratings"
"""Names the rows by which rated people are listed, who have agreed to that."""
CHUNK: Final = 1_000
"""Sets how many results lie under one owner."""
AT_ONCE: Final = 200
"""Sets how many ratings are stored together when all are made again."""
GONE: Final = "gone-"
"""Begins what stands for a player who was forgotten."""
_VOID: Final = b"void"
_NEWEST, _APPLIED, _OF = "newest", "applied", "of"
_RATINGS_OF: Final = "ratings-"
_CURSOR: Final = re.compile(r"(\d{1,20})\.(player-[0-9a-f-]{37})", re.ASCII)


def _home(of: str) -> str:
    """Return the owner of the ratings of a list."""
    return f"{_RATINGS_OF}{_hash(of)}"


def _hash(of: str) -> str:
    return blake2b(of.encode(), digest_size=9).hexdigest()


def _chunk(of: str, number: int) -> str:
    return f"results-{_hash(of)}-{number // CHUNK}"


def reserve(ctx: Context, of: str) -> int:
    """Return the number of the next result of a list, which no other result gets."""
    if ctx.store.fact(_home(of), _OF) is None:
        ctx.store.set_facts(_home(of), {_OF: of.encode()})
    return ctx.store.count_fact(_home(of), _NEWEST, 1)


def all_lists(ctx: Context) -> Iterator[str]:
    """Yield all lists that have results."""
    for home in set(ctx.store.with_facts(_RATINGS_OF)):
        if (of := ctx.store.fact(home, _OF)) is not None:
            yield of.decode()


def keep_outcome(ctx: Context, of: str, number: int, outcome: Outcome) -> bool:
    """Store a result under its number; return False if that was given up meanwhile.

    It is noted under its players before, so that a player who is forgotten is found in it whatever ends this process.
    """
    chunk, name = _chunk(of, number), str(number)
    if ctx.store.fact(chunk, name) is None:
        for who, _ in outcome.ranks:
            if is_player(who):
                ctx.store.set_facts(_home_of_player(who), {f"{of} {number}": b"1"})
        ctx.store.swap_fact(chunk, name, b"", orjson.dumps(asdict(outcome)))
    return ctx.store.fact(chunk, name) != _VOID


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
        _list_all(ctx, of, {one: states[one] for one in changed})  # before, for a process that is killed comes again
        ctx.store.swap_facts(_home(of), step)


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
    row = _row_of(of, who, ruleset, speed)
    if _is_listed(ctx, who):
        place = f"{round((skill.place + 1_000) * 1_000):09d}"
        body = orjson.dumps({"player": who, **_document(skill)})
        ctx.store.rows.put(RATINGS, [Row(row, 1, {_list(of, ruleset, speed): place}, body)])
    if not _is_listed(ctx, who):  # asked again, for the player may have withdrawn, or be forgotten, meanwhile
        ctx.store.rows.drop(RATINGS, [row])


def _is_listed(ctx: Context, who: str) -> bool:
    player = find_player(ctx, who)
    return player is not None and player.listed


def _row_of(of: str, player: str, ruleset: str, speed: str) -> str:
    """Return the name of a rating's row in the list."""
    return f"{player}-{_hash(f'{of} {ruleset} {speed}')}"


def _list(of: str, ruleset: str, speed: str) -> str:
    return f"{_hash(of)}&{ruleset}&{speed}"


def _document(skill: Skill) -> dict[str, Any]:
    return {"rating": skill.points, "deviation": skill.uncertainty, "games": skill.games}


def rating_of(ctx: Context, of: str, player: str, ruleset: str, speed: str) -> Skill:
    """Return the skill of a player in a list, or that of a new player if none is kept."""
    kept = ctx.store.fact(_home(of), _name((player, ruleset, speed)))
    return NEW if kept is None else _unpack(kept).skill


def ratings_of(ctx: Context, player: str) -> list[dict[str, Any]]:
    """Return all ratings of a player."""
    found = [(one, rating_of(ctx, one[0], player, *one[1:])) for one in sorted(_find_ratings(ctx, player))]
    return [
        {"list": LISTS[of == SERVER], "ruleset": ruleset, "speed": speed, **_document(skill)}
        for (of, ruleset, speed), skill in found
        if skill.games  # none yet: a rating is noted right before it is stored
    ]


def _find_ratings(ctx: Context, player: str) -> list[tuple[str, str, str]]:
    """Return in which lists, rulesets and speeds a player has ratings."""
    names = [name.split(" ") for name in ctx.store.facts(_home_of_player(player))]
    return [(name[0], name[1], name[2]) for name in names if len(name) == 3]


def list_again(ctx: Context, player: str) -> None:
    """Bring a player's places in lists up to date, after the player has agreed to be listed, or no more."""
    for of, ruleset, speed in _find_ratings(ctx, player):
        list_rating(ctx, of, player, ruleset, speed, rating_of(ctx, of, player, ruleset, speed))


def ratings_page(ctx: Context, of: str, ruleset: str, speed: str, after: str | None, limit: int) -> dict[str, Any]:
    """Return a page of the people of a list, the surely strongest first; raises Problem (422) for a bad cursor."""
    shown, following = page_of_rows(ctx, RATINGS, _list(of, ruleset, speed), after, limit, _CURSOR)
    people = [orjson.loads(one.body) for one in shown]
    names = texts_of(ctx, [one["player"] for one in people])
    return {"ratings": [{**one, "name": names[one["player"]].get(NAME, "")} for one in people], **following}


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
    """Put a pseudonym in place of a player who is forgotten, in results and ratings; no figure changes.

    The pseudonym is noted first, so that a second call after one that was cut short goes on with the same one.
    """
    home = _home_of_player(player)
    noted = ctx.store.facts(home)
    if not noted:
        return
    ctx.store.swap_fact(home, GONE, b"", new_pseudonym().encode())
    gone = (ctx.store.fact(home, GONE) or b"").decode()
    for name in noted:
        match name.split(" "):
            case [of, number]:
                _replace_in_outcome(ctx, of, int(number), player, gone)
            case [of, ruleset, speed]:
                _replace_in_ratings(ctx, of, ruleset, speed, player, gone)
    ctx.store.delete(home)


def _replace_in_ratings(ctx: Context, of: str, ruleset: str, speed: str, player: str, gone: str) -> None:
    kept = ctx.store.fact(_home(of), _name((player, ruleset, speed)))
    if kept is not None:
        changes = {_name((gone, ruleset, speed)): kept, _name((player, ruleset, speed)): b""}
        ctx.store.set_facts(_home(of), changes)
    ctx.store.rows.drop(RATINGS, [_row_of(of, player, ruleset, speed)])


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
