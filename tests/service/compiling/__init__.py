"""Tests how compiled rules are built and proven."""
