"""Tests the spans of traces, with a collector that speaks OpenTelemetry's protocol."""
