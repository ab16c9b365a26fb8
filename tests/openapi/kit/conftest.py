"""Has the generated modules of the Python SDK made before the tests are imported."""

from tests.openapi.sdks import conftest

__all__ = ["conftest"]
