"""Routes requests: a route reads the request, hands it over, and writes the answer; it decides nothing."""
