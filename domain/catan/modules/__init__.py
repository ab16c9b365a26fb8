"""Finds the modules of Catan: every file or folder here is one, and its `order` says where it is composed."""

from typing import Final

from domain.catan.module import Module
from domain.core.discovery import find_chapters

REGISTRY: Final[tuple[Module, ...]] = tuple(find_chapters("domain.catan.modules", "MODULE"))
