"""Evaluates the part of PromQL that the alert rules use, to tell which of them would fire on some scrapes.

An expression is comparisons with `and` between them; each side is a number, a selector, `N * selector`, `time() -
selector` or `increase(selector[RANGE])`, where the range is taken to cover all scrapes. It does not look at how long
the expression must hold (`for`).
"""

import operator
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import yaml
from prometheus_client.parser import text_string_to_metric_families

FILE = Path(__file__).parents[3] / "docs" / "deploy" / "alerts.yml"
COMPARED: dict[str, Callable[[float, float], bool]] = {"==": operator.eq, ">": operator.gt, "<": operator.lt}
SELECTOR = re.compile(r"(?P<name>[a-z_]+)(?:\{(?P<labels>[^}]*)\})?")
Labels = frozenset[tuple[str, str]]
Vector = Mapping[Labels, float]


class Scrape(NamedTuple):
    """Holds the values of a scrape, and when it was made."""

    time: float
    values: Mapping[tuple[str, Labels], float]


def scraped(text: str | None, time: float) -> Scrape:
    """Return the values of a scrape with the `up` that Prometheus adds, which is 0 where `text` is None."""
    families = text_string_to_metric_families(text or "")
    values = {(one.name, frozenset(one.labels.items())): one.value for family in families for one in family.samples}
    return Scrape(time, {**values, ("up", frozenset({("job", "longroad")})): float(text is not None)})


def rules() -> dict[str, str]:
    """Return the expression of every alert, by its name."""
    groups: Any = yaml.safe_load(FILE.read_text())["groups"]
    return {rule["alert"]: rule["expr"] for group in groups for rule in group["rules"]}


def fires(expression: str, scrapes: list[Scrape]) -> bool:
    """Return whether an expression would give any value at the last scrape."""
    parts = [_compared(part, scrapes) for part in expression.split(" and ")]
    return bool(set.intersection(*parts))


def _compared(expression: str, scrapes: list[Scrape]) -> set[Labels]:
    left, sign, right = re.split(r" (==|>|<) ", expression)
    holds, first, second = COMPARED[sign], _values(left, scrapes), _values(right, scrapes)
    if isinstance(second, float):
        return {labels for labels, value in _vector(first).items() if holds(value, second)}
    both = _vector(first).keys() & second.keys()
    return {labels for labels in both if holds(_vector(first)[labels], second[labels])}


def _vector(values: Vector | float) -> Vector:
    assert not isinstance(values, float)
    return values


def _values(side: str, scrapes: list[Scrape]) -> Vector | float:
    if re.fullmatch(r"[0-9.]+", side):
        return float(side)
    if scaled := re.fullmatch(r"([0-9.]+) \* (.+)", side):
        return {labels: float(scaled[1]) * value for labels, value in _selected(scaled[2], scrapes[-1]).items()}
    if aged := re.fullmatch(r"time\(\) - (.+)", side):
        return {labels: scrapes[-1].time - value for labels, value in _selected(aged[1], scrapes[-1]).items()}
    if grown := re.fullmatch(r"increase\((.+)\[\d+m\]\)", side):
        before, after = _selected(grown[1], scrapes[0]), _selected(grown[1], scrapes[-1])
        return {labels: value - before.get(labels, value) for labels, value in after.items()}
    return _selected(side, scrapes[-1])


def _selected(selector: str, scrape: Scrape) -> Vector:
    found = SELECTOR.fullmatch(selector)
    assert found, selector
    wanted = set(re.findall(r'(\w+)="([^"]*)"', found["labels"] or ""))
    named = {labels: value for (name, labels), value in scrape.values.items() if name == found["name"]}
    return {labels: value for labels, value in named.items() if wanted <= labels}
