"""Analyzes a game, and returns what was found as JSON with sentences."""

from collections.abc import Iterator
from functools import cache
from typing import Any, Final

from domain.core.knowledge import Belief
from domain.core.places import Phrase
from domain.core.table_state import SPECTATOR
from service.game.context import Context
from service.game.documents import agent_members
from service.game.games import Game
from service.handlers.analyses import USUAL_LIMIT
from service.texts.words import say_phrase
from service.views.narration import describe_command
from workers.agents.agent import load_agent
from workers.agents.catalog import IDLE, known_entry, split_name
from workers.agents.search.analysis import HORIZON, Analysis, Candidate, Found, Progress, Question, Tally
from workers.agents.search.playouts import Players, shares_of
from workers.agents.search.study import Study, is_of_study, study_of
from workers.agents.search.value_analysis import ValuedAnalysis, ValuedQuestion
from workers.beliefs import beliefs_of
from workers.tables import build_missing

STEP: Final = 0.05
MOST_DEEDS: Final = 5
"""Limits for how many commands, the best first, the immediate result is reported."""
VALUED_MS: Final = 300
PLAYED_MS: Final = 2_000
"""The budgets where none is asked for: with a value, and with playouts."""
NOTABLE: Final = 0.01
"""The least probability to win that a command takes from a rival to be told."""

_agent: Final = cache(load_agent)


def make_analysis(ctx: Context, game: str, version: int, options: dict[str, Any], progress: Progress) -> dict[str, Any]:
    """Analyze a game of the log right after a version; raises Problem if it is not there any more."""
    found, seat = ctx.games.load(game, version), options["seat"]
    belief = beliefs_of(ctx.store).at(found, SPECTATOR if seat is None else seat)
    return analysis_document(found, options, progress, belief)


def analysis_document(
    game: Game, options: dict[str, Any], progress: Progress, belief: Belief | None = None
) -> dict[str, Any]:
    """Analyze a game right after a version, for what `options["seat"]` knows and believes."""
    study = study_of(game.ruleset.name, game.config)
    if study is not None and not is_of_study(study, options["agent"]):
        study = None  # agents must play on
    asked = {name: value for name, value in options.items() if value is not None or name == "seat"}
    options = {"limit": USUAL_LIMIT, "budget_ms": VALUED_MS if study else PLAYED_MS} | asked
    document = {
        "game": game.id,
        "version": game.version,
        "seat": options["seat"],
        **agent_members(options["agent"]),
        "method": "value" if study else "playouts",
        "budget_ms": options["budget_ms"],
    }
    if game.result is not None:
        return document | _describe_finished(game, options)
    found = _found(game, options, progress, belief, study)
    shown = _select(found, options["limit"])
    standing = [{"seat": seat, **_odds(found.standing, seat)} for seat in range(len(game.table.seats))]
    return document | {
        "samples": sum(tally.samples for tally in found.playouts),
        "win_probability": standing,
        "ranked": [_describe_candidate(game, candidate, options) for candidate in shown],
        "reasons": [_reason(game, fact, options) for fact in _facts(game, found, shown, options, study)],
    }


def _found(
    game: Game, options: dict[str, Any], progress: Progress, belief: Belief | None, study: Study | None
) -> Found:
    """Answer the question; of the position it holds only what the seat knows, and what it believes."""
    knowledge = game.ruleset.observe(game.position, options["seat"])
    if belief is not None:
        game.ruleset.add_belief(knowledge, belief)
    if study is None:
        return Analysis(_question(game, options, knowledge), progress).run()
    entry = known_entry(options["agent"])
    question = ValuedQuestion(
        game.ruleset,
        study,
        _agent(options["agent"]),
        entry.seconds,
        knowledge,
        options["seat"],
        len(game.table.seats),
        options["budget_ms"],
        options["limit"],
        _seed(game, options),
        _world(game, options),
    )
    return ValuedAnalysis(question, progress).run()


def _select(found: Found, limit: int) -> list[Candidate]:
    """Return the best commands, with the agent's choice as the last of them if it is not among the best."""
    shown = found.ranked[:limit]
    choice = [one for one in found.ranked[limit:] if one.command == found.choice]
    return [*shown[: max(1, limit - 1)], *choice][:limit] if choice else shown


def in_steps(report: Progress) -> Progress:
    """Return a function that reports progress only when it has grown by a twentieth, since each report is a write."""
    reported = 0.0

    def tell(fraction: float) -> None:
        nonlocal reported
        if fraction >= reported + STEP:
            reported = fraction
            report(fraction)

    return tell


def _question(game: Game, options: dict[str, Any], knowledge: Any) -> Question:
    """Return the question for agents that play on."""
    name, seat = options["agent"], options["seat"]
    entry = known_entry(name)
    build_missing(_agent(name), game.config)
    agents = [_agent(IDLE if split_name(place.agent).id == IDLE else name) for place in game.table.seats]
    decisions = max(1, round(options["budget_ms"] / entry.typical_ms))
    players = Players(game.ruleset, agents, entry.seconds)
    return Question(players, knowledge, seat, decisions, _seed(game, options), _world(game, options))


def _seed(game: Game, options: dict[str, Any]) -> str:
    """Return the seed of an analysis: the one asked for, else by the version and seat."""
    return str(options.get("seed") or f"{game.version}:{options['seat']}")


def _world(game: Game, options: dict[str, Any]) -> Any:
    """Return the position if all cards may be seen, which whoever asks has brought."""
    return game.position if options.get("all_cards") else None


def _describe_finished(game: Game, options: dict[str, Any]) -> dict[str, Any]:
    """Return the rest of the document for a game that is over, where nothing is left to search."""
    assert game.result is not None
    shares = shares_of(game.result)
    standing = [{"seat": seat, "probability": p, "low": p, "high": p} for seat, p in enumerate(shares)]
    over = _reason(game, {"fact": "over"}, options)
    return {"samples": 0, "win_probability": standing, "ranked": [], "reasons": [over]}


def _odds(tally: Tally, seat: int) -> dict[str, Any]:
    low, high = tally.interval(seat)
    return {"probability": round(tally.probability(seat), 4), "low": round(low, 4), "high": round(high, 4)}


def _describe_candidate(game: Game, candidate: Candidate, options: dict[str, Any]) -> dict[str, Any]:
    seat, odds = options["seat"], _odds(candidate.tally, options["seat"])
    command = game.ruleset.commands.encode(candidate.command)
    return {
        "command": command,
        "summary": describe_command(game, command, options["language"]),
        "win_probability": odds.pop("probability"),
        **odds,
        "points": round(candidate.tally.mean_points(seat), 2),
        "samples": candidate.tally.samples,
    }


def _facts(
    game: Game, found: Found, shown: list[Candidate], options: dict[str, Any], study: Study | None
) -> Iterator[dict[str, Any]]:
    """Yield the reasons for the result and how it was found; commands are still objects of the rules."""
    yield {"fact": "points", "points": list(found.points)}
    if found.choice is not None:
        yield {"fact": "agent_choice", **agent_members(options["agent"]), "command": found.choice}
    yield from _comparisons(found, options["seat"])
    differ = len({candidate.gain for candidate in found.ranked}) > 1
    for candidate in shown[:MOST_DEEDS]:
        if candidate.wins:
            yield {"fact": "wins", "command": candidate.command}
        elif candidate.gain and differ:
            yield {"fact": "gain", "command": candidate.command, "points": candidate.gain}
        if study is not None:
            yield from _explain_value(game, found, candidate, options["seat"], study)
    yield from _limits(found)


def _explain_value(game: Game, found: Found, candidate: Candidate, seat: int, study: Study) -> Iterator[dict[str, Any]]:
    """Yield what speaks for a command: the plan that it serves, and what it costs the rival that it costs most."""
    knowledge = game.ruleset.observe(game.position, seat)
    for fact in study.facts(game.ruleset, knowledge, candidate.command, f"{game.version}:{seat}"):
        yield {**fact, "command": candidate.command}
    others = [other for other in range(len(game.table.seats)) if other != seat]
    falls = {other: found.standing.probability(other) - candidate.tally.probability(other) for other in others}
    rival = max(others, key=lambda other: falls[other], default=None)
    if rival is not None and falls[rival] >= NOTABLE:
        yield {
            "fact": "costs_rival",
            "command": candidate.command,
            "rival": rival,
            "probability": round(falls[rival], 4),
        }


def _limits(found: Found) -> Iterator[dict[str, Any]]:
    if found.worlds > 1:
        yield {"fact": "worlds", "worlds": found.worlds}
    cut = sum(tally.cut for tally in found.playouts)
    if cut:
        playouts = sum(tally.samples for tally in found.playouts)
        yield {"fact": "cut", "playouts": playouts, "cut": cut, "decisions": HORIZON}
    if found.left_out:
        yield {"fact": "left_out", "count": found.left_out}


def _comparisons(found: Found, seat: int) -> Iterator[dict[str, Any]]:
    if len(found.ranked) == 1:
        yield {"fact": "only_choice", "command": found.ranked[0].command}
    if len(found.ranked) < 2:
        return
    low, _ = found.ranked[0].tally.interval(seat)
    near = [candidate for candidate in found.ranked[1:] if candidate.tally.interval(seat)[1] >= low]
    yield {"fact": "close", "command": near[0].command} if near else {"fact": "clear"}


def _reason(game: Game, fact: dict[str, Any], options: dict[str, Any]) -> dict[str, Any]:
    """Return the JSON of a reason, with a sentence about it in the language that was requested."""
    document, language = dict(fact), options["language"]
    params = {name: value for name, value in fact.items() if name not in ("fact", "command")}
    if "probability" in params:
        params["percent"] = round(100 * params.pop("probability"), 1)
    if "command" in fact:
        document["command"] = game.ruleset.commands.encode(fact["command"])
        params["proposal"] = describe_command(game, document["command"], language)
    return document | {"summary": say_phrase(game.ruleset.name, Phrase(f"reason.{fact['fact']}", params), language)}
