"""Reports the results of the scenarios: in words, as JSON, and as JUnit XML for machines that build software."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final
from xml.etree import ElementTree as Xml

from longroad_client.kit.running import Result

if TYPE_CHECKING:
    from rich.console import Console

MARKS: Final = {
    "passed": ("ok", "green"),
    "failed": ("FAILED", "red"),
    "skipped": ("-", "dim"),
    "error": ("?", "yellow"),
}
UNWRITABLE: Final = re.compile(r"[^\t\n\x20-\ud7ff\ue000-\ufffd]")
"""Matches characters that XML cannot hold."""


def show(console: Console, result: Result) -> None:
    """Write the result of a scenario: one line if all is well, else what is wrong and what should be."""
    mark, style = MARKS[result.verdict]
    scenario = result.scenario
    console.print(f"{mark:6} {scenario.name}", style=style, markup=False, end="")
    counts = f"{result.requests} requests, {result.faults} met the fault, {result.seconds:.1f} s"
    unplayed = "" if result.complaints else result.skipped
    console.print(f"  {result.trouble or unplayed or counts}", markup=False)
    for complaint in result.complaints:
        console.print(f"    {complaint.check}: {complaint.says}", markup=False)
    if result.complaints:
        console.print(f"    The proxy {scenario.does}.", style="dim", markup=False)
        console.print(f"    {scenario.must} See {scenario.chapter}.", style="dim", markup=False)
        for line in result.wrote.strip().splitlines()[-5:]:
            console.print(f"    | {line}", style="dim", markup=False)


def last_line(results: Sequence[Result]) -> str:
    """Return the counts of all verdicts in one line."""
    counts = Counter(result.verdict for result in results)
    return ", ".join(f"{counts[verdict]} {verdict}" for verdict in MARKS if counts[verdict])


def as_json(result: Result) -> dict[str, Any]:
    """Return the result of a scenario as a value of JSON."""
    return {
        "scenario": result.scenario.name,
        "verdict": result.verdict,
        "complaints": [complaint._asdict() for complaint in result.complaints],
        "reason": result.trouble or result.skipped,
        "seconds": round(result.seconds, 3),
        "requests": result.requests,
        "faults": result.faults,
        "must": result.scenario.must,
        "chapter": result.scenario.chapter,
    }


def as_junit(results: Sequence[Result], ruleset: str) -> bytes:
    """Return a report as JUnit XML: a test case for each scenario, with a failure for each complaint."""
    counts = Counter(result.verdict for result in results)
    told = {"failures": counts["failed"], "errors": counts["error"], "skipped": counts["skipped"]}
    suite = Xml.Element("testsuite", name="longroad kit", tests=str(len(results)))
    suite.attrib |= {name: str(count) for name, count in told.items()}
    suite.set("time", f"{sum(result.seconds for result in results):.3f}")
    for result in results:
        suite.append(_case(result, ruleset))
    return bytes(Xml.tostring(suite, encoding="utf-8", xml_declaration=True))


def _case(result: Result, ruleset: str) -> Xml.Element:
    case = Xml.Element("testcase", name=result.scenario.name, classname=f"longroad.kit.{ruleset}")
    case.set("time", f"{result.seconds:.3f}")
    for complaint in result.complaints:
        failure = Xml.SubElement(case, "failure", type=complaint.check, message=_plain(complaint.says))
        failure.text = f"{result.scenario.must} See {result.scenario.chapter}."
    if result.trouble:
        Xml.SubElement(case, "error", type="trouble", message=_plain(result.trouble))
    if result.verdict == "skipped":
        Xml.SubElement(case, "skipped", message=result.skipped)
    if result.complaints and result.wrote:
        Xml.SubElement(case, "system-out").text = _plain(result.wrote)
    return case


def _plain(text: str) -> str:
    return UNWRITABLE.sub("?", text)
