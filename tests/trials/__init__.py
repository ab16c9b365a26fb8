"""Provides what the trials of `tests.chaos` and `tests.cluster` have in common: who plays, and what must be true in the
end.

`wire` is a way to the service, `wishes` the games that are played on it by `players` at `tables`, `following` whoever
follows them; `checker` and `comparing` are what must be true afterwards, `met` and `report` what is told.
"""
