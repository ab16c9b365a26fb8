"""Reports a trial of a cluster: what a chaos run reports, and how long the games of dead primaries stood still."""

import json
import statistics
from dataclasses import dataclass, field
from typing import Any, Final

from tests.cluster.faults import Death
from tests.trials.report import Report

LAGGING_S: Final = 1.0


@dataclass
class ClusterReport(Report):
    """Holds all that is known of a run, and each death of a primary."""

    name: str = "cluster"
    durability: str = ""
    deaths: list[Death] = field(default_factory=list)

    def by_death(self) -> list[dict[str, Any]]:
        """Return a line for each primary that died or was cut off."""
        return [
            {
                "name": f"death: {death.kind}",
                "lag_s": round(death.lag_s, 1),
                "open_games": len(death.games) + len(death.others),
                "its_games": len(death.games),
                "promoted_after_s": round(death.promoted - death.began, 1),
                "silent_its_games_s": self._silent(death, death.games),
                "silent_other_games_s": self._silent(death, death.others),
            }
            for death in self.deaths
        ]

    def _silent(self, death: Death, games: frozenset[str]) -> float | None:
        """Return the longest stretch without an accepted command of some games, from the lag's begin on."""
        if not games:
            return None
        return round(self.met.silence(death.began - death.lag_s, max(death.until, death.promoted), games), 1)

    def whole(self) -> dict[str, Any]:
        """Return the last line."""
        lines = self.by_death()
        lagging = [line for line in lines if line["lag_s"] >= LAGGING_S]
        return {
            **super().whole(),
            "durability": self.durability,
            "deaths": len(lines),
            "deaths_with_lag": len(lagging),
            "least_open_games": min((line["open_games"] for line in lines), default=0),
            **_spread("its_games", [line["silent_its_games_s"] for line in lines]),
            **_spread("other_games", [line["silent_other_games_s"] for line in lines]),
        }

    def lines(self) -> list[str]:
        """Return everything that is printed."""
        *first, last = super().lines()
        return [*first, *map(json.dumps, self.by_death()), last]


def _spread(name: str, seconds: list[float | None]) -> dict[str, float]:
    known = [one for one in seconds if one is not None]
    if not known:
        return {}
    return {f"silent_{name}_median_s": round(statistics.median(known), 1), f"silent_{name}_worst_s": max(known)}
