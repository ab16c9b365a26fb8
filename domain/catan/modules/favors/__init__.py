"""Favors (rulebook 003, Entre amigos): the guilds repay who spares, gives and links."""
