"""Describes what the server offers: rulesets, and agents that play them."""

from dataclasses import asdict
from typing import Any

from service.game.context import Context
from service.nearest import offered
from service.problems import not_found
from service.texts.vocabulary import vocabulary
from service.texts.words import say
from workers.agents.catalog import AGENTS, AgentEntry


def rulesets(ctx: Context) -> list[dict[str, Any]]:
    """List the rulesets that the server offers."""
    return [ruleset(ctx, name) for name in ctx.rulesets]


def ruleset(ctx: Context, name: str) -> dict[str, Any]:
    """Return a ruleset with the agents that play it, the strongest first; raises Problem (404) for an unknown one."""
    known = ctx.rulesets.get(name)
    if known is None:
        raise not_found("ruleset", **offered(name, ctx.rulesets))
    strongest = sorted(AGENTS, key=lambda entry: -entry.level)
    playing = [entry.id for entry in strongest if entry.plays(name)]
    return {
        "id": name,
        "version": known.version,
        **known.describe(),
        "agents": playing,
        "words": vocabulary(name),
    }


def agents(ctx: Context, language: str) -> list[dict[str, Any]]:
    """List the AI opponents."""
    return [_agent_document(ctx, entry, language) for entry in AGENTS]


def agent(ctx: Context, name: str, language: str) -> dict[str, Any]:
    """Return one AI opponent; raises Problem (404) for an unknown one."""
    found = next((entry for entry in AGENTS if entry.id == name), None)
    if found is None:
        raise not_found("agent", **offered(name, [entry.id for entry in AGENTS]))
    return _agent_document(ctx, found, language)


def _agent_document(ctx: Context, entry: AgentEntry, language: str) -> dict[str, Any]:
    return {
        "id": entry.id,
        "rulesets": [name for name in ctx.rulesets if entry.plays(name)],
        "level": entry.level,
        "decision_ms": round(entry.seconds * 1000),
        "typical_ms": entry.typical_ms,
        "about": say(f"agent.{entry.id}", language=language),
        "measured": [{**asdict(strength), "rate": strength.wins / strength.games} for strength in entry.measured],
    }
