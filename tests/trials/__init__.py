"""Holds what the trials of `tests.chaos` and `tests.cluster` share: who plays, and what must be true in the end.

`wire` is a way to the service; `players` play the games of `wishes` at `tables`, and `following` reads their streams.
`checker` and `comparing` say what must be true afterwards; `met` and `report` say what happened.
"""
