"""The API as its clients meet it."""
