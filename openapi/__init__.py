"""The contract of the API in machine-readable form, generated from the schemas of the service."""
