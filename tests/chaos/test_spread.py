"""Tests what the trial on several stores relies on: an object store that loses nothing when killed, hurried sweeps."""

import importlib
import os
import runpy
import sys
from pathlib import Path

import pytest

from eventstore.archive.opening import open_objects
from tests.chaos.object_store import object_store
from tests.chaos.spread import HURRIED
from tests.eventstore.archive.object_stores import KEYS

CONTENT = b"what was confirmed"


def test_whatever_is_hurried_is_there_and_faster(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:  # nothing is hurried here
        patch.setattr(sys, "meta_path", [*sys.meta_path])
        hurried = runpy.run_path(str(Path(HURRIED.partition(os.pathsep)[0]) / "sitecustomize.py"))["HURRIED"]
    for name, changes in hurried.items():
        usual = vars(importlib.import_module(name))
        assert all(0 < wanted < usual[what] for what, wanted in changes.items()), name


def test_an_object_store_has_what_it_confirmed_when_it_rises_again(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in KEYS.items():
        monkeypatch.setenv(name, value)
    with object_store() as store:
        objects = open_objects(store.address)
        objects.put("segments/1", CONTENT)
        objects.put("segments/2", CONTENT)
        objects.drop("segments/2")
        first = store.pid

        store.die()
        store.rise()

        assert store.pid != first
        assert open_objects(store.address).names("segments/") == ["segments/1"]
        assert open_objects(store.address).get("segments/1") == CONTENT
