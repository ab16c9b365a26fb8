"""Encodes, chains and folds the versions of one game's log; queries nothing but an event store."""
