"""Plays `make demo`: one game of four over HTTP, by a client without rules, then undoes, branches and replays it.

`client`, `player` and `course` are meant as an example of a client, with the standard library only.
"""
