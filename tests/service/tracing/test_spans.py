"""Tests when spans are recorded, what one may say, and which way a trace is carried on."""

import logging
import os
import subprocess
import sys
from collections.abc import Iterator

import pytest

from service.problems import refusal
from service.tracing import spans
from tests.service.tracing.collector import Collector, recording

TRACE, SPAN = "4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"
CARRIED = f"00-{TRACE}-{SPAN}-01"
OURS = ("service.tracing.recording", "opentelemetry.sdk.trace", "opentelemetry.exporter", "google.")
"""Begin the names of modules that only traces need; the client of the stores imports other parts of OpenTelemetry."""
COLLECTOR = "OTEL_EXPORTER_OTLP_ENDPOINT"


@pytest.fixture
def collector(monkeypatch: pytest.MonkeyPatch) -> Iterator[Collector]:
    """Yield a collector to which this process sends its spans."""
    with recording(monkeypatch) as collector:
        yield collector


@pytest.mark.parametrize(
    ("environment", "wanted"),
    [
        ({}, False),
        ({"OTEL_SERVICE_NAME": "tables"}, False),
        ({COLLECTOR: ""}, False),
        ({COLLECTOR: "http://127.0.0.1:4318"}, True),
        ({"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": "http://127.0.0.1:4318/v1/traces"}, True),
        ({"OTEL_TRACES_EXPORTER": "console"}, True),
        ({COLLECTOR: "http://127.0.0.1:4318", "OTEL_TRACES_EXPORTER": "none"}, False),
        ({COLLECTOR: "http://127.0.0.1:4318", "OTEL_SDK_DISABLED": "true"}, False),
    ],
)
def test_the_usual_variables_request_traces(environment: dict[str, str], wanted: bool) -> None:
    assert spans.is_wanted(environment) == wanted


def test_nothing_is_imported_where_no_traces_are_wanted() -> None:
    modules = "sys, service.server.start, workers.run, workers.jobs, workers.sweep"
    program = f"import {modules}; from service.tracing import spans; spans.begin('test'); print(*sys.modules)"
    environment = {name: value for name, value in os.environ.items() if not name.startswith("OTEL_")}
    done = subprocess.run(
        (sys.executable, "-c", program), env=environment, capture_output=True, text=True, check=True, cwd=os.getcwd()
    )
    assert [name for name in done.stdout.split() if name.startswith(OURS)] == []


def test_off_there_are_no_objects(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spans, "_recorder", None)
    assert spans.span("judge", game="a") is spans.resume(CARRIED, "job") is spans.NOTHING
    assert (spans.carry(), spans.now(), spans.is_on()) == (None, 0, False)
    assert spans.bound(spans.end) is spans.end


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("OTEL_TRACES_EXPORTER", "pigeon"),
        ("OTEL_EXPORTER_OTLP_TRACES_PROTOCOL", "grpc"),
        ("OTEL_BSP_MAX_QUEUE_SIZE", "-1"),
    ],
)
def test_settings_that_cannot_be_used_leave_the_process_without_traces(
    name: str, value: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(spans, "_recorder", None)
    monkeypatch.setenv(COLLECTOR, "http://127.0.0.1:1")
    monkeypatch.setenv(name, value)
    spans.begin("test")
    assert not spans.is_on()
    (line,) = [record for record in caplog.records if record.name == spans.log.name]
    assert (line.levelno, line.getMessage()[:20]) == (logging.ERROR, "there are no traces,")


def test_without_the_extra_one_line_says_what_is_missing(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(spans, "_recorder", None)
    monkeypatch.setattr(spans, "is_installed", lambda: False)
    monkeypatch.setenv(COLLECTOR, "http://127.0.0.1:1")
    spans.begin("test")
    assert not spans.is_on()
    assert "the extra traces of longroad" in caplog.text


def test_a_span_goes_on_below_what_is_carried(collector: Collector) -> None:
    with spans.resume(CARRIED, "job", game="a"):
        with spans.span("append", "client", version=3, seat=None):
            inner = spans.carry()
        outer = spans.carry()
    spans.end()
    job, append = collector.trace(TRACE)
    assert (job.parent, append.parent) == (SPAN, job.id)
    assert (outer, inner) == (f"00-{TRACE}-{job.id}-01", f"00-{TRACE}-{append.id}-01")
    assert append.about == {"longroad.version": 3}
    assert (job.process, job.resource["service.name"]) == ("test", "longroad")


def test_what_is_tried_again_is_linked(collector: Collector) -> None:
    with spans.resume(CARRIED, "deliver", is_linked=True):
        pass
    spans.end()
    (deliver,) = collector.named("deliver")
    assert deliver.trace != TRACE
    assert (deliver.parent, deliver.links) == ("", [SPAN])


@pytest.mark.parametrize("carried", [None, "", "nonsense", f"00-{'0' * 32}-{SPAN}-01", f"ff-{TRACE}-{SPAN}-01"])
def test_what_cannot_be_read_begins_a_trace(collector: Collector, carried: str | None) -> None:
    for is_linked in (False, True):
        with spans.resume(carried, "job", is_linked=is_linked):
            spans.link(carried)
    spans.end()
    assert [(seen.parent, seen.links) for seen in collector.named("job")] == [("", []), ("", [])]


def test_what_the_caller_does_not_record_is_carried_on_and_not_sent(collector: Collector) -> None:
    with spans.resume(f"00-{TRACE}-{SPAN}-00", "job"):
        carried = spans.carry() or ""
    with spans.resume(None, "other"):
        pass
    spans.end()
    assert carried.startswith(f"00-{TRACE}-")
    assert carried.endswith("-00")
    assert [seen.name for seen in collector.spans] == ["other"]


def test_an_error_shows_its_kind_alone(collector: Collector) -> None:
    with pytest.raises(ValueError, match="a card"), spans.span("judge"):
        raise ValueError("a card")
    with pytest.raises(type(refusal("game.finished"))), spans.span("judge"):
        raise refusal("game.finished")
    spans.end()
    failed, rejected = collector.named("judge")
    assert (failed.about, failed.span.status.code) == ({"error.type": "ValueError"}, 2)
    assert (rejected.about, rejected.span.status.code) == ({"longroad.problem": "refused"}, 0)
    assert not failed.span.status.message
    assert not failed.span.events
    assert not any(b"a card" in body for body in collector.bodies)


def test_a_span_says_nothing_that_is_not_listed(collector: Collector) -> None:
    with pytest.raises(KeyError):
        spans.span("judge", token="a secret")
    assert not collector.spans
