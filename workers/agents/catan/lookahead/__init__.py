"""An agent that looks to the end of a turn: it tries what the planner would not play, and plays what promises more."""
