"""Runs arenas: agents play each other in memory, or in hosted games with bots; the results are one document."""
