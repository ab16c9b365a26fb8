"""The contract of the API."""
