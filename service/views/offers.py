"""Describes what the server offers: rulesets, and agents that play them."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any, Final

from service.clients.rated_bots import list_standings
from service.game.context import Context
from service.game.documents import agent_members
from service.problems import unknown_name
from service.texts.words import say, vocabulary
from workers.agents.catalog import AGENTS, at_level, entry_named, with_version
from workers.agents.entries import AgentEntry
from workers.agents.standings import Ladder, Standing, ladders, published_levels, standings_of

MOST_BOTS_SHOWN: Final = 200


def rulesets(ctx: Context) -> list[dict[str, Any]]:
    """List the rulesets that the server offers."""
    return [ruleset(ctx, name) for name in ctx.rulesets]


def ruleset(ctx: Context, name: str) -> dict[str, Any]:
    """Return a ruleset with the agents that play it, the strongest first; raises Problem (404) for an unknown one."""
    known = ctx.rulesets.get(name)
    if known is None:
        raise unknown_name("ruleset", name, ctx.rulesets)
    strongest = sorted(AGENTS, key=lambda entry: -entry.level)
    playing = [entry.id for entry in strongest if entry.plays(name)]
    return {"id": name, "version": known.version, **known.describe(), "agents": playing, "words": vocabulary(name)}


def agents(ctx: Context, language: str) -> list[dict[str, Any]]:
    """List the AI opponents."""
    return [_agent_document(ctx, entry, language) for entry in AGENTS]


def agent(ctx: Context, name: str, language: str) -> dict[str, Any]:
    """Return one AI opponent; raises Problem (404) for an unknown one."""
    found = next((entry for entry in AGENTS if entry.id == name), None)
    if found is None:
        raise unknown_name("agent", name, [entry.id for entry in AGENTS])
    return _agent_document(ctx, found, language)


def ladder(ctx: Context) -> list[dict[str, Any]]:
    """List the measured strength of agents, for each ruleset; a ruleset that was not measured has no standings."""
    bots = [one for one in list_standings(ctx) if one["ruleset"] in {ladder.ruleset for ladder in ladders()}]
    known = {ladder.ruleset: _ladder_document(ladder) | _bots(ladder.ruleset, bots) for ladder in ladders()}
    return [known.get(name, {"ruleset": name, "games": 0, "standings": []}) for name in ctx.rulesets]


def _bots(ruleset: str, bots: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Return the member with the best bots of a ladder; nothing without any."""
    shown = ("bot", "name", "version", "rating", "low", "high", "games", "forfeits")
    best = [{name: one[name] for name in shown} for one in bots if one["ruleset"] == ruleset][:MOST_BOTS_SHOWN]
    return {"bots": best} if best else {}


def _ladder_document(ladder: Ladder) -> dict[str, Any]:
    return {
        "ruleset": ladder.ruleset,
        "seats": ladder.seats,
        "games": ladder.games,
        "yardstick": agent_members(ladder.yardstick),
        "standings": [
            agent_members(with_version(standing.name, standing.version)) | _rating(standing)
            for standing in ladder.standings
        ],
    }


def _rating(standing: Standing) -> dict[str, Any]:
    return {name: getattr(standing, name) for name in ("rating", "low", "high", "games")}


def _levels(entry: AgentEntry, language: str) -> dict[str, Any]:
    """Return the member `levels` of an agent that has any that were measured."""
    levels = []
    for level, standing in sorted(published_levels(entry.id).items()):
        leveled = entry_named(at_level(entry.id, level)) or entry
        about = say(f"agent.{entry.id}.{level}", language=language)
        levels.append({"level": level, "about": about, "typical_ms": leveled.typical_ms, **_rating(standing)})
    return {"levels": levels, "usual_level": entry.usual} if levels else {}


def _agent_document(ctx: Context, entry: AgentEntry, language: str) -> dict[str, Any]:
    return (
        {
            "id": entry.id,
            "rulesets": [name for name in ctx.rulesets if entry.plays(name)],
            "level": entry.level,
            "decision_ms": round(entry.seconds * 1000),
            "typical_ms": entry.typical_ms,
            "about": _about(entry, language),
            "measured": [{**asdict(strength), "rate": strength.wins / strength.games} for strength in entry.measured],
        }
        | ({"package": entry.package} if entry.package else {})
        | _levels(entry, language)
        | {"versions": [_version(version) for version in entry.served()]}
    )


def _about(entry: AgentEntry, language: str) -> str:
    """Return what an agent does; one of a package without a text in the language says it in English."""
    if not entry.package:
        return say(f"agent.{entry.id}", language=language)
    return entry.about.get(language) or entry.about.get("en", entry.id)


def _version(entry: AgentEntry) -> dict[str, Any]:
    """Return a version of an agent that is served, with what its decisions cost and how strong it was measured."""
    days = {"since": entry.since, "announced": entry.announced, "ends": entry.ends}
    levels = [{"level": one.number, "p50_ms": one.p50_ms, "p95_ms": one.p95_ms} for one in entry.levels]
    usual = next((level for level in levels if level["level"] == entry.usual), {})
    ratings = [
        {"ruleset": ruleset, **({} if level is None else {"level": level}), **_rating(standing)}
        for ruleset, level, standing in standings_of(entry.id, entry.version)
    ]
    return {
        "version": entry.version,
        **{name: day.isoformat() for name, day in days.items() if day is not None},
        "p50_ms": usual.get("p50_ms", entry.p50_ms),
        "p95_ms": usual.get("p95_ms", entry.p95_ms),
        "ratings": sorted(ratings, key=lambda rating: (rating["ruleset"], rating.get("level", 0))),
        **({"levels": levels} if levels else {}),
    }
