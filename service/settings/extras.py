"""Names the extra of the package that settings need and that is not installed."""

from importlib.util import find_spec
from typing import Final

from service.settings.fields import Settings

NEEDS_S3: Final = "LONGROAD_ARCHIVE is a bucket, which needs the extra `s3`: install it with longroad"


def find_missing_extra(settings: Settings) -> str | None:
    """Say which setting needs an extra that is not installed; None if none does."""
    return NEEDS_S3 if isinstance(settings.archive, str) and find_spec("minio") is None else None
