"""The heuristic agent of Elasund, one file a question."""
