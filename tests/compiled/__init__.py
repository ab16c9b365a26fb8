"""Tests the rules compiled by mypyc: how to build them, and that they do what the plain ones do."""
