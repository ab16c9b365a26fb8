"""Tests the contract of the API."""
