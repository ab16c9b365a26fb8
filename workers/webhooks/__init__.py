"""Delivers to webhooks: follows the feeds, lets owners take turns, sends, and carries out the answers of bots."""
