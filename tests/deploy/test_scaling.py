"""Tests the example of an autoscaler: it follows a signal that Longroad gives, and stays within bounds."""

import re
from pathlib import Path
from typing import Any, Final

import pytest
import yaml

from service.measuring.reports import KINDS
from service.queue.waits import AWAITED
from service.settings import read_settings
from service.settings.fields import ROLES

FILE: Final = Path(__file__).parents[2] / "docs" / "deploy" / "keda.yml"
QUERY: Final = re.compile(r'max\((?P<name>\w+)\{(?P<label>\w+)="(?P<role>\w+)"\}\)')
"""The largest of what several hosts say of the same queues."""


def scaled() -> list[dict[str, Any]]:
    """Return what each document of the file wants."""
    documents = [*yaml.safe_load_all(FILE.read_text())]
    assert {(one["apiVersion"], one["kind"]) for one in documents} == {("keda.sh/v1alpha1", "ScaledObject")}
    return documents


def triggers_of(document: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {trigger["type"]: trigger for trigger in document["spec"]["triggers"]}


@pytest.mark.parametrize("document", scaled(), ids=lambda one: str(one["metadata"]["name"]))
def test_workers_of_a_role_follow_the_wait_for_that_role(document: dict[str, Any]) -> None:
    trigger = triggers_of(document)["prometheus"]
    found = QUERY.fullmatch(trigger["metadata"]["query"])
    assert found
    known = KINDS[found["name"]]
    assert (known.kind, known.labels) == ("gauge", (found["label"],))
    role = found["role"]
    assert role in AWAITED
    assert role in ROLES
    assert document["metadata"]["name"] == document["spec"]["scaleTargetRef"]["name"] == f"longroad-{role}"
    assert f"--role {role}" in FILE.read_text()
    stores = {"LONGROAD_REDIS_URL": "redis://store:6379"}
    assert read_settings({**stores, "LONGROAD_ROLE": role}).role == (role,)


@pytest.mark.parametrize("document", scaled(), ids=lambda one: str(one["metadata"]["name"]))
def test_workers_neither_vanish_nor_swing(document: dict[str, Any]) -> None:
    spec, triggers = document["spec"], triggers_of(document)
    assert 1 <= spec["minReplicaCount"] < spec["maxReplicaCount"]
    wait = triggers["prometheus"]
    assert wait["metricType"] == "Value", "an age is no sum over workers"
    assert wait["metadata"]["ignoreNullValues"] == "false", "a silent Prometheus is no idle queue"
    assert float(wait["metadata"]["threshold"]) > 0
    assert triggers["cpu"]["metricType"] == "Utilization", "the wait alone is 0 as long as busy workers keep up"
    behavior = spec["advanced"]["horizontalPodAutoscalerConfig"]["behavior"]
    assert behavior["scaleDown"]["stabilizationWindowSeconds"] > behavior["scaleUp"]["stabilizationWindowSeconds"]
