"""Makes the generated modules of the Python SDK before the tests are imported."""

from tests.openapi.sdks import conftest

__all__ = ["conftest"]
