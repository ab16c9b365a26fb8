"""Looks ahead to the end of the turn: tries what looks best, and values the positions that it comes to."""
