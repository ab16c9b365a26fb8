"""How much the API takes and gives at once."""

from typing import Final

LARGEST_BODY: Final = 64 * 1024  # bytes
LARGEST_WISH: Final = 4 * 1024  # bytes, of a body that sets up a game; what is larger counts as a record
LARGEST_RECORD: Final = 4 * 1024 * 1024  # bytes, of a body with a record; long games of six have some 2 MB
MOST_COMMANDS: Final = 32  # in one request
MOST_EVENTS: Final = 1000  # of one page
MOST_GAMES: Final = 100  # of one page
