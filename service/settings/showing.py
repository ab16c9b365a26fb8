"""Shows the settings in force, without their secrets."""

import re
from typing import Any, Final

from service.settings.fields import Settings
from service.settings.reading import SETTINGS, read_settings

_PASSWORD: Final = re.compile(r"(://[^/?#]*:)[^/?#]*(@)|([?&]password=)[^&#]*")
HIDDEN: Final = "***"


def show(settings: Settings) -> str:
    """Return a line `NAME=value` for each setting; what is not set has no value."""
    return "\n".join(
        f"{one.variable}={_text(getattr(settings, one.field), is_secret=one.is_secret)}" for one in SETTINGS
    )


def list_changed(settings: Settings) -> list[str]:
    """Return the lines of those that are not as they are when nothing is set."""
    usual = show(read_settings({})).splitlines()
    return [line for line in show(settings).splitlines() if line not in usual]


def _text(value: Any, *, is_secret: bool) -> str:
    if value is None:
        return ""
    text = ",".join(map(str, value)) if isinstance(value, tuple) else str(value)
    return HIDDEN if is_secret else without_password(text)


def without_password(text: str) -> str:
    """Return an address with `***` in place of its password; any other text as it is."""
    return _PASSWORD.sub(_hide, text)


def _hide(found: "re.Match[str]") -> str:
    return f"{found[1] or found[3]}{HIDDEN}{found[2] or ''}"
