"""Holds the literal tables of the service's phrases, by key: English, marked for translation.

A key ending in `.without` is used if a parameter of the plain one is hidden or empty.
"""
