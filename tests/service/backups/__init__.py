"""Tests how backups are made and restored."""
