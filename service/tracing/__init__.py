"""Spans of a trace, from a request to what follows from it; they cost nothing unless they are wanted."""
