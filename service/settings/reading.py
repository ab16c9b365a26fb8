"""Reads all settings of a process, once, from the environment, and shows them without their secrets."""

import os
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, MutableMapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, NamedTuple, get_type_hints

from service.settings.fields import ALL, ROLES, Reader, Settings, SettingsError

PREFIX: Final = "LONGROAD_"
TABLE: Final = Path(__file__).with_name("settings.toml")
HIDDEN: Final = "***"
_PASSWORD: Final = re.compile(r"(://[^/?#]*:)[^/?#]*(@)|([?&](?:sentinel_|ssl_)?password=)[^&#]*")


class Setting(NamedTuple):
    """Describes a field of `Settings`; a default of None means that it is optional, or found out by `fitting`.

    A host reads it only if it has one of the `roles`.
    """

    field: str
    read: Reader
    fitting: Callable[[], int] | None
    meaning: str
    default: str | None = None
    roles: Sequence[str] = ROLES

    @property
    def variable(self) -> str:
        """Return its name in the environment."""
        return PREFIX + self.old

    @property
    def old(self) -> str:
        """Return the name that it had before it got the prefix, which is read for one release more."""
        return self.field.upper()

    @property
    def is_secret(self) -> bool:
        """Return whether its value is a secret, which is never shown."""
        return self.field.endswith(("key", "password", "secret", "token"))

    @property
    def option(self) -> str:
        """Return its name on the command line."""
        return "--" + self.field.replace("_", "-")

    def value(self, given: Mapping[str, str]) -> Any:
        """Return its value in an environment, or the default; raises SettingsError."""
        name = self.variable if given.get(self.variable) or not given.get(self.old) else self.old
        text = given.get(name) or self.default
        if text is None:
            return self.fitting and self.fitting()
        return self.read(name, text)


def _settings() -> Iterator[Setting]:
    table = tomllib.loads(TABLE.read_text(encoding="utf-8"))
    for name, hint in get_type_hints(Settings, include_extras=True).items():
        read, *fitting = hint.__metadata__
        yield Setting(name, read, next(iter(fitting), None), **table[name])


SETTINGS: Final = tuple(_settings())

PREFIXED_BY_CLIENTS: Final = frozenset(
    PREFIX + name for name in ("URL", "KEY", "TOKEN", "LANGUAGE", "GAME", "SEAT", "RULESET", "SEED")
)
"""Lists what `longroad` reads for players, and what the kit tells the clients that it tries."""

RETIRED: Final = dict.fromkeys(
    ("COMPILE", "LONGROAD_COMPILE"),
    "a server no longer compiles its rules; `make wheel` builds a wheel with compiled ones",
)
"""Says of each variable that was a setting why it is none any more; the next release does not know it."""


def read_settings(environment: Mapping[str, str] | None = None) -> Settings:
    """Read the settings of this process, those of its roles; raises SettingsError at the first invalid value."""
    given = os.environ if environment is None else environment
    _refuse_unknown(given)
    role = set(next(one for one in SETTINGS if one.field == "role").value(given))
    settings = Settings(**{one.field: one.value({} if role.isdisjoint(one.roles) else given) for one in SETTINGS})
    if settings.api_keys == "required" and settings.admin_key is None:
        raise SettingsError(
            "LONGROAD_ADMIN_KEY must be set where LONGROAD_API_KEYS is required: nobody could make a key"
        )
    both = settings.redis_url
    settings = replace(settings, events_url=settings.events_url or both, rq_url=settings.rq_url or both)
    if not settings.is_whole and None in (settings.events_url, settings.rq_url):
        raise SettingsError(
            f"LONGROAD_ROLE must be {ALL} without LONGROAD_EVENTS_URL and LONGROAD_RQ_URL, "
            "for no other host reaches an embedded store"
        )
    if settings.is_replicated and settings.events_url is None:
        raise SettingsError(
            "LONGROAD_DURABILITY must not be replicated without LONGROAD_EVENTS_URL: an embedded store has no replica"
        )
    return settings


def rename_old(environment: MutableMapping[str, str]) -> list[str]:
    """Move what was set by old names to the new ones, unless these are set too; return a warning for each.

    What is no setting any more is taken out, with a warning too.
    """
    found = [one for one in SETTINGS if environment.get(one.old)]
    for one in found:
        text = environment.pop(one.old)
        environment[one.variable] = environment.get(one.variable) or text
    renamed = [f"{one.old} is now called {one.variable}; the next release does not read the old name" for one in found]
    retired = [f"{name} is no longer a setting: {why}" for name, why in RETIRED.items() if environment.pop(name, None)]
    return renamed + retired


def _refuse_unknown(given: Mapping[str, str]) -> None:
    known = {one.variable for one in SETTINGS} | PREFIXED_BY_CLIENTS
    unknown = sorted(name for name in given.keys() - known - RETIRED.keys() if name.startswith(PREFIX))
    if unknown:
        from difflib import get_close_matches

        (nearest,) = get_close_matches(unknown[0], sorted(known), 1, 0.0)
        raise SettingsError(f"{unknown[0]} is not a setting; the nearest is {nearest}")


def show(settings: Settings) -> str:
    """Return a line `NAME=value` for each setting; what is not set has no value."""
    return "\n".join(f"{one.variable}={_text(one, getattr(settings, one.field))}" for one in SETTINGS)


def list_changed(settings: Settings) -> list[str]:
    """Return the lines of the settings whose values are not their defaults."""
    usual = show(read_settings({})).splitlines()
    return [line for line in show(settings).splitlines() if line not in usual]


def _text(setting: Setting, value: Any) -> str:
    if value is None:
        return ""
    text = ",".join(map(str, value)) if isinstance(value, tuple) else str(value)
    return HIDDEN if setting.is_secret else without_password(text)


def without_password(text: str) -> str:
    """Return an address with `***` in place of its password; any other text as it is."""
    return _PASSWORD.sub(lambda found: f"{found[1] or found[3]}{HIDDEN}{found[2] or ''}", text)
