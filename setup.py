"""Generates the client's commands, if what generates them is there (in an sdist it is not), and then builds.

They are a part of this package. Types, which only programs of others need, are made where their generator is
installed.
"""

import sys
from importlib.util import find_spec
from pathlib import Path

from setuptools import setup

GENERATING = Path(__file__).resolve().parent / "openapi" / "clients" / "python" / "generating"

if GENERATING.exists():
    sys.path.insert(0, str(GENERATING))
    import generate

    generate.write(has_types=find_spec("datamodel_code_generator") is not None)

setup()
