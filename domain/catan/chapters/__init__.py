"""Holds the chapters of the base game, a folder each: its commands and events, its rules, and what its events write."""
