"""All settings of a process, read once from the environment; `docs/operations.md` explains them."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

DURABILITIES = ("always", "everysec")
LOG_TARGETS = ("files", "stderr")
KEY_POLICIES = ("optional", "required")
WEBHOOK_TARGETS = ("public", "loopback")
SHORTEST_ADMIN_KEY = 22
STORE_SCHEMES = ("redis", "rediss", "unix")


class SettingsError(Exception):
    """A setting has a value that cannot be used; the message is one line that names the variable."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What the environment decides. A store's address of None means the embedded store of the supervisor.

    `admin_key` makes API keys of any quota; `webhooks` of `loopback` also lets webhooks reach this very machine.
    """

    host: str
    port: int
    data_dir: Path
    events_url: str | None
    rq_url: str | None
    durability: str
    ai_workers: int
    job_workers: int
    log: str
    api_keys: str = "optional"
    admin_key: str | None = None
    webhooks: str = "public"

    @property
    def store_urls(self) -> tuple[str, str]:
        """Addresses of the event store and of RQ's store; the supervisor hands them to its children.

        Raises SettingsError where one is unknown, as in a process started without the supervisor.
        """
        if self.events_url is None or self.rq_url is None:
            raise SettingsError("EVENTS_URL and RQ_URL must be set, or REDIS_URL for both (`make run` sets them)")
        return self.events_url, self.rq_url

    @property
    def local_url(self) -> str:
        """Where this machine reaches the API, without a slash at the end."""
        host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(self.host, self.host)
        return f"http://[{host}]:{self.port}" if ":" in host else f"http://{host}:{self.port}"


def read_settings(environment: Mapping[str, str] | None = None) -> Settings:
    """The settings of this process; raises SettingsError at the first value that cannot be used."""
    given = os.environ if environment is None else environment
    shared = _address(given, "REDIS_URL", None)
    return Settings(
        host=given.get("HOST") or "127.0.0.1",
        port=_integer(given, "PORT", 8000, 1, 65535),
        data_dir=Path(given.get("DATA_DIR") or "var").absolute(),
        events_url=_address(given, "EVENTS_URL", shared),
        rq_url=_address(given, "RQ_URL", shared),
        durability=_choice(given, "DURABILITY", DURABILITIES),
        ai_workers=_integer(given, "AI_WORKERS", 2, 1, 64),
        job_workers=_integer(given, "JOB_WORKERS", 1, 1, 64),
        log=_choice(given, "LOG", LOG_TARGETS),
        api_keys=_choice(given, "API_KEYS", KEY_POLICIES),
        admin_key=_admin_key(given),
        webhooks=_choice(given, "WEBHOOKS", WEBHOOK_TARGETS),
    )


def _admin_key(given: Mapping[str, str]) -> str | None:
    key = given.get("ADMIN_KEY") or None
    if key is None and given.get("API_KEYS") == "required":
        raise SettingsError("ADMIN_KEY must be set where API_KEYS is required: nobody could make a key")
    if key is not None and len(key) < SHORTEST_ADMIN_KEY:
        raise SettingsError(f"ADMIN_KEY must have at least {SHORTEST_ADMIN_KEY} characters")
    return key


def _integer(given: Mapping[str, str], name: str, default: int, least: int, most: int) -> int:
    text = given.get(name) or str(default)
    if not (text.isascii() and text.isdigit() and least <= int(text) <= most):
        raise SettingsError(f"{name} must be a whole number from {least} to {most}, not {text!r}")
    return int(text)


def _choice(given: Mapping[str, str], name: str, choices: tuple[str, ...]) -> str:
    text = given.get(name) or choices[0]
    if text not in choices:
        raise SettingsError(f"{name} must be {' or '.join(choices)}, not {text!r}")
    return text


def _address(given: Mapping[str, str], name: str, default: str | None) -> str | None:
    text = given.get(name)
    if not text:
        return default
    if urlsplit(text).scheme not in STORE_SCHEMES:
        raise SettingsError(f"{name} must begin with redis://, rediss:// or unix://")
    return text
