"""Generates what follows from the contract, if the contract is there (in an sdist it is not), and then builds."""

import sys
from pathlib import Path

from setuptools import setup

HERE = Path(__file__).resolve().parent
CONTRACT = HERE.parents[1] / "openapi.json"

if CONTRACT.exists():
    sys.path.insert(0, str(HERE / "generating"))
    import generate

    generate.write(CONTRACT, HERE / "src" / "longroad_client")

setup()
