"""Tests the archive: its objects, its formats, and what moves between it and a log's store."""
