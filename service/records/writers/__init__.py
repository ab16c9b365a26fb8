"""Holds the writers of other programs' files, one file for each program; `exports` finds them by name.

Each has a function `write`, which takes a whole position and the events that led to it as a `Leaving`.
"""
