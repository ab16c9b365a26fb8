"""The log: an append-only store of versions and events that knows no game.

Start at `eventstore.store` (the types and what every store promises); `eventstore.loading` folds a log into states.
"""
