"""Lets agents of the catalog play in other engines, and other programs' bots here: lines of JSON between two processes.

docs/bridge.md specifies the lines.
"""
