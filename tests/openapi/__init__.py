"""Tests the contract of the API, and the tools that make and check it."""
