"""Tests webhooks: where they may lead, what they report, and what becomes of an answer."""
