"""Put small faults into the rules, one at a time, and see which tests notice: `make mutants`."""
