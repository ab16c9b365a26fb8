"""The settings of a process: `fields` lists them, `reading` takes them from the environment."""

from service.settings.fields import Settings
from service.settings.readers import SettingsError
from service.settings.reading import SETTINGS, Setting, read_settings, rename_old

__all__ = ["SETTINGS", "Setting", "Settings", "SettingsError", "read_settings", "rename_old"]
