"""The service: an HTTP API over the rules and the log, and the processes that carry it."""
