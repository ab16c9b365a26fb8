"""Holds programs that other engines' environments run; they import nothing of ours."""
