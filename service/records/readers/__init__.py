"""Holds the readers of other programs' files, one file for each program; `imports` finds them by name.

Each has a function `read`, which takes the file as a `Part` and returns what it `Brought`.
"""
