"""A game in hand: loaded from the log at any version, judged, and appended to."""
