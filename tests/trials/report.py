"""Reports a run as one JSON object a line, as `make bench` does; the last line is the summary."""

import json
import statistics
from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any

from tests.trials.checker import Verdict
from tests.trials.met import Met

SHOWN = 5


@dataclass
class Fault:
    """Represents a fault that was injected: when it began, when its cause was gone and when all was whole again."""

    kind: str
    began: float
    gone: float
    whole: float
    until: float


@dataclass
class Report:
    """Holds all that is known of a run."""

    seed: int
    met: Met
    name: str = "chaos"
    seconds: float = 0.0
    faults: list[Fault] = field(default_factory=list)
    verdict: Verdict = field(default_factory=Verdict)
    complaints: list[str] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)

    @property
    def is_clean(self) -> bool:
        """Return whether nothing was lost and everything came back."""
        return self.verdict.is_clean and not self.complaints

    def by_kind(self) -> list[dict[str, Any]]:
        """Return a line for every kind of fault: how many there were, and for how long no command was accepted."""
        of_kind: dict[str, list[Fault]] = defaultdict(list)
        for fault in self.faults:
            of_kind[fault.kind].append(fault)
        return [self._line(kind, faults) for kind, faults in sorted(of_kind.items())]

    def _line(self, kind: str, faults: list[Fault]) -> dict[str, Any]:
        silent = [self.met.silence(fault.began, fault.until) for fault in faults]
        return {
            "name": f"{self.name}: {kind}",
            "faults": len(faults),
            "silent_median_s": round(statistics.median(silent), 1),
            "silent_worst_s": round(max(silent), 1),
            "slowest_answer_s": round(max(self.met.slowest(fault.began, fault.until) for fault in faults), 1),
            "whole_after_s": round(max(fault.whole - fault.gone for fault in faults), 1),
            "5xx": self.met.codes([(fault.began, fault.until) for fault in faults]),
        }

    def whole(self) -> dict[str, Any]:
        """Return the last line, which sums up the run."""
        counts = dict(sorted(self.verdict.counts.items()))
        return {
            "name": self.name,
            "seed": self.seed,
            "seconds": round(self.seconds),
            "faults": len(self.faults),
            "kinds": len({fault.kind for fault in self.faults}),
            "left_out": self.left_out,
            **{kind: len(found) for kind, found in self.verdict.found.items()},
            "complaints": len(self.complaints),
            "5xx": self.met.codes(),
            "unanswered": len(self.met.unanswered),
            **counts,
        }

    def lines(self) -> list[str]:
        """Return all lines to print; complaints and faults come before the figures."""
        found = [f"{kind}: {text}" for kind, texts in self.verdict.found.items() for text in texts[:SHOWN]]
        return [*self.complaints, *found, *map(json.dumps, [*self.by_kind(), self.whole()])]
