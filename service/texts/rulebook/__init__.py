"""Catalogs the rules: what each one says and where it is printed. Refusals and test marks use its ids."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from domain.families import doors
from service.texts.rulebook.rule import Reference, Rule
from service.texts.rulebook.table_rules import TABLE_RULES

__all__ = ["PARTS", "RULESETS", "TABLE_RULES", "Reference", "Rule", "find", "rules"]

PARTS: Final[Mapping[str, Mapping[str, tuple[Rule, ...]]]] = MappingProxyType(doors("service.texts.rulebook", "PARTS"))
RULESETS: Final = tuple(PARTS)


def rules(ruleset: str) -> tuple[Rule, ...]:
    """List all rules of a ruleset in the order of its parts; raises KeyError for an unknown ruleset."""
    return tuple(rule for part in PARTS[ruleset].values() for rule in part)


def find(rule_id: str) -> Rule | None:
    """Return the rule with an id, of any ruleset or of the table; None if there is none."""
    return _BY_ID.get(rule_id)


_BY_ID: Final = {rule.id: rule for rule in (*TABLE_RULES, *(row for name in RULESETS for row in rules(name)))}
