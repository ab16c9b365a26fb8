"""Puts small faults into the rules, one at a time, to see which tests notice them: `make mutants`."""
