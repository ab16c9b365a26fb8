"""Adds favors (rulebook 003, Entre amigos): the guilds reward sparing, giving and linking."""
