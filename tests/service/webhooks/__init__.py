"""Tests webhooks: where they may lead, what they tell, and what becomes of an answer."""
