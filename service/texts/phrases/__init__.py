"""The literal tables of what the service says, by key: English, marked for translation.

A key ending in `.without` is said when a parameter of the plain one is hidden or empty.
"""
