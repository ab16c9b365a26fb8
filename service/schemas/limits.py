"""Limits how much the API accepts and returns at once."""

from typing import Final

LARGEST_BODY: Final = 64 * 1024  # bytes
MOST_MEMBERS: Final = 64  # of one object in a body; no schema of a body has more
LARGEST_WISH: Final = 4 * 1024  # bytes, of a body that creates a game; anything larger counts as a record
LARGEST_FILE: Final = 512 * 1024  # bytes, of a body with a file of another program; long games have some 120 KB
MOST_MEMBERS_OF_FILES: Final = 160  # of one object in such a body; Catanatron lists 96 nodes and 108 facts of players
LARGEST_RECORD: Final = 4 * 1024 * 1024  # bytes, of a body with a record; long games of six have some 2 MB
MOST_COMMANDS: Final = 32  # per request
MOST_EVENTS: Final = 1000  # per page
MOST_GAMES: Final = 100  # per page
