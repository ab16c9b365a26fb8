"""Tests that a collector which takes connections and never answers costs spans, and nothing else."""

from pathlib import Path

from tests.service.processes import left_over, supervisor, wait_for
from tests.service.supervisor.person import Person
from tests.service.tracing.collector import collecting

SMALL = {"OTEL_BSP_MAX_QUEUE_SIZE": "4", "OTEL_BSP_MAX_EXPORT_BATCH_SIZE": "2"}
FOREVER = {"OTEL_EXPORTER_OTLP_TIMEOUT": "3600"}
"""Sets how long an export may take: whatever waited for one would never end."""


def test_a_collector_that_hangs_holds_up_nothing(tmp_path: Path) -> None:
    one = {"LONGROAD_API_PROCESSES": "1", "LONGROAD_AI_WORKERS": "1"}
    with (
        collecting(hangs=True) as collector,
        supervisor(tmp_path / "var", **one, **collector.settings, **SMALL, **FOREVER) as server,
    ):
        person = Person(server.port)
        assert wait_for(collector.asked.is_set)
        for _ in range(4):
            person.act()  # waits for the agents' moves before it
        person.command()
        status, job = person.ask("POST", f"{person.place}/undo", {})
        assert status == 202, job
        assert person.ended(job["job"]["id"])["status"] == "finished"
        person.act()
    assert server.process.returncode == 0
    assert left_over(tmp_path / "var") == []
