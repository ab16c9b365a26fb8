"""Delivers to webhooks: follows the feeds, lets owners take turns, sends, and heeds what bots answer."""
