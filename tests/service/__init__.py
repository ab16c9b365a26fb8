"""Tests the service: settings, processes, handlers and the HTTP API."""
