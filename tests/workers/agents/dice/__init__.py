"""Tests the optimal agent of the dice game."""
