"""Tests whether what clients of one game were answered fits one order of all they did: linearizability.

`model` says what a game is to its clients: a log of versions. `history` holds what they did and when, `recording` takes
it down during a trial, `checking` looks for an order in which every answer is right.
"""
