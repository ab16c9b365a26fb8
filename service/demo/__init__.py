"""`make demo`: one game of four over HTTP by a client that knows no rules, then undone, branched and replayed.

`client`, `player` and `course` are meant to be read as the example of a client: the standard library alone.
"""
