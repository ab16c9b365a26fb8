"""Reviews a finished game in slices, and writes what was found as JSON with sentences."""

import itertools
import math
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, Final

from domain.core.agenda import AgendaSet
from domain.core.ruleset import Ruleset
from service.game.context import Context
from service.game.documents import agent_members
from service.game.games import Game
from service.table.events import TABLE_EVENTS
from service.views.narration import describe_command, summary_of
from workers.agents.agent import Agent, load_agent
from workers.agents.catalog import IDLE, known_entry, split_name
from workers.agents.search.playouts import Players, shares_of
from workers.agents.search.rates import Z_95
from workers.agents.search.study import is_of_study, study_of
from workers.reviews.by_playouts import Depths, PlayoutJudge
from workers.reviews.by_value import ValueJudge
from workers.reviews.checking import MOST_CHECKED, Checker, describe_check
from workers.reviews.judging import Judge, Step, course_of
from workers.reviews.work import DECISION, FORTUNE, GRAPH, Notes, Piece, check_slice, pieces_of, work_slice
from workers.tables import build_missing

LEAST_STAKE: Final = 0.01
"""The least probability to win that is at stake in a real choice."""
FEWEST_CHOICES: Final = 10
"""The fewest real choices for which an accuracy is given."""
LEAST_SWING: Final = 0.05
MOST_TURNING_POINTS: Final = 5
LEAST_MISTAKE: Final = 0.02
MOST_MISTAKES: Final = 20
MOST_TOLD: Final = 12
"""How many events of a turning point are told, the last of the turn."""

Progress = Callable[[float], None]


def review_slice(
    ctx: Context, game_id: str, version: int, options: dict[str, Any], notes: Notes, progress: Progress
) -> dict[str, Any] | None:
    """Work on a review for about a second; return the document when it is done.

    Raises Problem if the game is not there any more.
    """
    game = ctx.games.load(game_id, version)
    course = course_of(ctx, game)
    pieces = pieces_of(game.ruleset, course)
    judge = _judge(game, options["agent"], pieces)
    found = work_slice(notes, judge, course, pieces, progress)
    if found is None:
        _keep_part(game, course, pieces, judge, notes, options["language"])
        return None
    done = list(zip(pieces, found, strict=True))
    decisions = _decisions(game, course, done)
    dearest = _dearest(decisions)
    by_version = {step.version: step for step in course}
    asked = [(by_version[one["version"]], one["best"]) for one in dearest[:MOST_CHECKED]]
    checks = check_slice(notes, _checker(game, options["agent"], judge), asked)
    if checks is None:
        return None
    return {
        "game": game.id,
        "version": game.version,
        **agent_members(options["agent"]),
        "method": judge.method,
        **_document(game, course, done, decisions, judge, options["language"]),
        "mistakes": _mistakes(game, dearest, checks, options["language"]),
    }


def _keep_part(
    game: Game, course: Sequence[Step], pieces: Sequence[Piece], judge: Judge, notes: Notes, language: str
) -> None:
    """Keep the graph and the turning points once they are known; the decisions take longer."""
    if notes.has_part():
        return
    done = notes.load_all()
    places = {number: piece.place for number, piece in enumerate(pieces) if piece.kind == GRAPH}
    if places.keys() <= done.keys():
        graph = _graph(game, course, [(place, done[number]) for number, place in places.items()])
        notes.keep_part(_open_part(game, course, judge, graph, language))


_agent: Final = cache(load_agent)


def _judge(game: Game, name: str, pieces: Sequence[Piece]) -> Judge:
    entry, study = known_entry(name), study_of(game.ruleset.name, game.config)
    if study is not None and is_of_study(study, name):
        return ValueJudge(game.ruleset, study, _agent(name), entry.seconds)
    build_missing(_agent(name), game.config)
    counts = [sum(piece.kind == kind for piece in pieces) for kind in (GRAPH, DECISION)]
    players = Players(game.ruleset, _agents(game, name), entry.seconds)
    return PlayoutJudge(players, Depths(entry.typical_ms, *counts))


def _agents(game: Game, name: str) -> list[Agent]:
    """Return who plays on, by seat: the agent of the review, or nobody where the player had left the game."""
    return [_agent(IDLE if split_name(seat.agent).id == IDLE else name) for seat in game.table.seats]


def _checker(game: Game, name: str, judge: Judge) -> Checker:
    entry = known_entry(name)
    return Checker.of(judge, game.ruleset, _agents(game, name), entry.seconds, entry.typical_ms)


def _decisions(game: Game, course: Sequence[Step], done: Sequence[tuple[Piece, Any]]) -> list[dict[str, Any]]:
    """List all decisions that were judged, in order, with what each cost and what would have been better."""
    judged = [(course[p.place], found) for p, found in done if p.kind == DECISION and found is not None]
    return settle(
        [
            {"version": step.version, "turn": game.ruleset.turn(step.before)}
            | {"seat": step.seat, "command": step.command, "stake": found["cost"], **found}
            for step, found in judged
        ]
    )


def _document(
    game: Game,
    course: Sequence[Step],
    done: Sequence[tuple[Piece, Any]],
    decisions: Sequence[dict[str, Any]],
    judge: Judge,
    language: str,
) -> dict[str, Any]:
    graph = _graph(game, course, [(piece.place, found) for piece, found in done if piece.kind == GRAPH])
    costs = [{name: one[name] for name in ("version", "turn", "seat", "cost", "stake")} for one in decisions]
    fortunes = [(course[p.place].seat, found) for p, found in done if p.kind == FORTUNE and found is not None]
    return {
        **_open_part(game, course, judge, graph, language),
        "players": [
            {"seat": seat, **weigh([one for one in decisions if one["seat"] == seat])} | _luck(seat, fortunes)
            for seat in range(len(game.table.seats))
        ],
        "decisions": costs,
    }


def _open_part(
    game: Game, course: Sequence[Step], judge: Judge, graph: Sequence[dict[str, Any]], language: str
) -> dict[str, Any]:
    """Return what follows from the graph alone."""
    points = [_describe(game, course, judge, *pair, language) for pair in turning(graph, judge.trials)]
    return {"graph": graph, "turning_points": points}


def _graph(game: Game, course: Sequence[Step], points: Sequence[tuple[int, list[float]]]) -> list[dict[str, Any]]:
    """List how likely each seat was to win when each turn began, and how the game ended."""
    rows = [_point(game.ruleset, course[place], chances) for place, chances in points]
    assert game.result is not None
    end = _point(game.ruleset, course[-1], list(shares_of(game.result))) | {"version": game.version}
    return [row for row in rows if row["version"] != end["version"]] + [end]


def _point(ruleset: Ruleset, step: Step, chances: list[float]) -> dict[str, Any]:
    return {
        "turn": ruleset.turn(step.after),
        "version": step.version,
        "seat": ruleset.in_turn(step.after),
        "probability": chances,
    }


def turning(graph: Sequence[dict[str, Any]], trials: int | None) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """Return the turns that changed most, in their order; none whose change may be luck of the trials."""
    pairs = [pair for pair in itertools.pairwise(graph) if _swing(*pair) >= max(LEAST_SWING, _doubt(*pair, trials))]
    largest = sorted(pairs, key=lambda pair: -_swing(*pair))[:MOST_TURNING_POINTS]
    return [pair for pair in pairs if pair in largest]


def _swing(was: dict[str, Any], now: dict[str, Any]) -> float:
    return max(map(abs, _changes(was, now)))


def _doubt(was: dict[str, Any], now: dict[str, Any], trials: int | None) -> float:
    """Return how far two counted probabilities of a seat may differ by luck: half their 95 % interval (Agresti, Caffo).

    The end of a game is known; it is taken for a count all the same.
    """
    if trials is None:
        return 0.0
    before, after = ([(p * trials + 1) / (trials + 2) for p in row["probability"]] for row in (was, now))
    spreads = [(p * (1 - p) + q * (1 - q)) / (trials + 2) for p, q in zip(before, after, strict=True)]
    return Z_95 * math.sqrt(max(spreads))


def _changes(was: dict[str, Any], now: dict[str, Any]) -> list[float]:
    return [round(b - a, 4) for a, b in zip(was["probability"], now["probability"], strict=True)]


def _describe(
    game: Game, course: Sequence[Step], judge: Judge, was: dict[str, Any], now: dict[str, Any], language: str
) -> dict[str, Any]:
    steps = [step for step in course if was["version"] < step.version <= now["version"]]
    telling = [step for step in steps if step.closed or judge.is_telling(step)]
    happened = [
        (TABLE_EVENTS if step.closed else game.ruleset.events).encode(event)
        for step in telling
        for event in step.events
        if not isinstance(event, AgendaSet)
    ]
    events = [summary_of(game, event, language) for event in happened]
    changes = _changes(was, now)
    return {
        "turn": was["turn"],
        "seat": was["seat"],
        "from_version": was["version"],
        "version": now["version"],
        "changes": changes,
        "swing": max(map(abs, changes)),
        "summaries": events[-MOST_TOLD:],
    }


def settle(decisions: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Count what was best once: a decision costs nothing as long as the seat may still take it in the turn.

    It was put off, not lost, where the seat played it later in the turn, or where it was still best then.
    """
    later: dict[tuple[int, int], list[Any]] = {}
    found = []
    for one in reversed(decisions):
        still = later.setdefault((one["turn"], one["seat"]), [])
        is_put_off = one["best"] is not None and one["best"] in still
        found.append(one | {"cost": 0.0, "best": None, "stake": 0.0} if is_put_off else one)
        still += [one["command"], one["best"]]
    return found[::-1]


def _dearest(decisions: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the decisions that cost most, the dearest first."""
    mistakes = [one for one in decisions if one["cost"] >= LEAST_MISTAKE and one["best"] is not None]
    return sorted(mistakes, key=lambda one: (-one["cost"], one["version"]))[:MOST_MISTAKES]


def _mistakes(
    game: Game, dearest: Sequence[dict[str, Any]], checks: Sequence[dict[str, Any] | None], language: str
) -> list[dict[str, Any]]:
    """Describe mistakes with both commands in words, and with how sure each is; the first ones were checked."""
    return [
        {
            **one,
            "summary": describe_command(game, one["command"], language),
            "best_summary": describe_command(game, one["best"], language),
            **describe_check(found),
        }
        for one, found in itertools.zip_longest(dearest, checks)
    ]


def weigh(decisions: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Return how many decisions a player made, how many of them were real choices, and what they cost together.

    The accuracy is the share of all that was at stake in the real choices that the player kept, 100 at best. Too few of
    them say nothing.
    """
    real = [one for one in decisions if one["stake"] >= LEAST_STAKE]
    at_stake = sum(one["stake"] for one in real)
    lost = sum(min(one["cost"], one["stake"]) for one in real)
    accuracy = {"accuracy": round(100 * (1 - lost / at_stake), 1)} if len(real) >= FEWEST_CHOICES else {}
    cost = round(sum(one["cost"] for one in decisions), 4)
    return {"decisions": len(decisions), "choices": len(real), "cost": cost, **accuracy}


def _luck(seat: int, fortunes: Sequence[tuple[int | None, dict[str, Any]]]) -> dict[str, Any]:
    """Return the luck of a seat with everybody's dice, and with everybody's other draws; empty where none is known."""
    if not fortunes:
        return {}
    dice = [found for _, found in fortunes if found["is_dice"]]
    draws = [found for _, found in fortunes if not found["is_dice"]]
    own = [found for by, found in fortunes if not found["is_dice"] and by == seat]
    return {
        "luck": {
            "dice": {"rolls": len(dice), **_sums(seat, dice, "cards"), **_probability(seat, dice)},
            "draws": {"own": len(own), **_sums(seat, draws, "points"), **_probability(seat, draws)},
        }
    }


def _sums(seat: int, fortunes: Sequence[dict[str, Any]], what: str) -> dict[str, Any]:
    expected = sum(found[f"expected_{what}"][seat] for found in fortunes)
    return {what: sum(found[what][seat] for found in fortunes), f"expected_{what}": round(expected, 2)}


def _probability(seat: int, fortunes: Sequence[dict[str, Any]]) -> dict[str, Any]:
    return {"probability": round(sum(found["chances"][seat] for found in fortunes), 4)}
