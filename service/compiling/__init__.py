"""Compiles the rules with mypyc in the background of `longroad run`, proves them, and keeps them in the data directory.

The plain sources stay as they are. Compiled rules take their place when a process starts, never in a running one, and
only after `proving` found nothing wrong with them.
"""
