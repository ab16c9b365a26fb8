"""Stores the log: append-only versions of events, without knowledge of any game.

Start at `eventstore.store` (the types, and what every store promises); `eventstore.log.loading` folds a log into
states.
"""
