"""The resources of the API. A route reads the request, hands it over, and writes the answer; it decides nothing."""
