"""Searches to the end of a turn: tries commands that the planner would not play, and plays the best."""
