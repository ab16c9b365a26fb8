"""Tests the text of positions: its published vectors, and texts that are none."""

import json
import zlib
from base64 import urlsafe_b64encode
from pathlib import Path
from typing import Any

import pytest

from service.records.notation import LARGEST, BadNotation, dictionary, read_notation, write_notation

VECTORS: list[dict[str, Any]] = json.loads(Path("openapi/clients/position-vectors.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["document"]["ruleset"])
def test_a_text_is_read_as_its_document(vector: dict[str, Any]) -> None:
    assert read_notation(vector["text"]) == vector["document"]
    assert read_notation(write_notation(vector["document"])) == vector["document"]


def packed(content: bytes) -> str:
    """Return a text of any content."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15, zdict=dictionary())
    return "lp1." + urlsafe_b64encode(packer.compress(content) + packer.flush()).decode().rstrip("=")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "lp1",
        "lp1.",
        "lp2." + VECTORS[0]["text"][4:],
        VECTORS[0]["text"][:-9],
        VECTORS[0]["text"][:40] + "!" + VECTORS[0]["text"][41:],
        "lp1.é",
        packed(b"not JSON"),
        packed(b" " * (LARGEST + 1) + b"{}"),
        "lp1." + "A" * 20_000,
    ],
)
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(BadNotation):
        read_notation(text)
