"""Arenas: agents play each other in memory, or in hosted games with bots; what they come to is one document."""
