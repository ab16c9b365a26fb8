"""The heuristic agent of Elasund answers each question in a file of its own."""
