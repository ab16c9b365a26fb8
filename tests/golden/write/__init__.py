"""Tests the program that wrote the golden records; nothing of `make test` needs it."""
