"""Builds the rules with mypyc, and tests that the compiled rules do what the plain ones do."""
