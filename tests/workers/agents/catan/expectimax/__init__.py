"""Tests of the agent that searches its turn and the answers of others."""
