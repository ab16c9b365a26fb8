"""The settings of a process: `fields` lists them, `settings.toml` says what they mean, `reading` reads them."""

from service.settings.fields import Settings, SettingsError
from service.settings.reading import SETTINGS, Setting, read_settings, rename_old

__all__ = ["SETTINGS", "Setting", "Settings", "SettingsError", "read_settings", "rename_old"]
