"""Tests the tests of Longroad; they run against a real store and real processes."""
