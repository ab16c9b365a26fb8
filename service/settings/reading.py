"""Reads all settings of a process, once, from the environment."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, get_type_hints

from service.settings.fields import Row, Settings
from service.settings.readers import ALL, SettingsError


@dataclass(frozen=True, slots=True)
class Setting:
    """Represents a field of `Settings` with its row."""

    field: str
    row: Row

    @property
    def variable(self) -> str:
        """Return its name in the environment."""
        return self.field.upper()

    @property
    def option(self) -> str:
        """Return its name on the command line."""
        return "--" + self.field.replace("_", "-")

    def is_read_by(self, role: tuple[str, ...]) -> bool:
        """Return whether a host with these roles reads it."""
        return not set(role).isdisjoint(self.row.roles)

    def value(self, given: Mapping[str, str]) -> Any:
        """Return its value in an environment, or the default; raises SettingsError."""
        text = given.get(self.variable) or self.row.default
        if text is None:
            return self.row.fitting and self.row.fitting()
        return self.row.read(self.variable, text)


SETTINGS: Final = tuple(
    Setting(name, hint.__metadata__[0]) for name, hint in get_type_hints(Settings, include_extras=True).items()
)

_ROLE: Final = next(setting for setting in SETTINGS if setting.field == "role")


def read_settings(environment: Mapping[str, str] | None = None) -> Settings:
    """Read the settings of this process, those of its roles; raises SettingsError at the first invalid value."""
    given = os.environ if environment is None else environment
    role = _ROLE.value(given)
    settings = Settings(**{one.field: one.value(given if one.is_read_by(role) else {}) for one in SETTINGS})
    if settings.api_keys == "required" and settings.admin_key is None:
        raise SettingsError("ADMIN_KEY must be set where API_KEYS is required: nobody could make a key")
    both = settings.redis_url
    settings = replace(settings, events_url=settings.events_url or both, rq_url=settings.rq_url or both)
    if not settings.is_whole and None in (settings.events_url, settings.rq_url):
        raise SettingsError(
            f"ROLE must be {ALL} without EVENTS_URL and RQ_URL, for no other host reaches an embedded store"
        )
    if settings.is_replicated and settings.events_url is None:
        raise SettingsError("DURABILITY must not be replicated without EVENTS_URL: an embedded store has no replica")
    return settings
