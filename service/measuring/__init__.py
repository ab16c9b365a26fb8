"""What is measured of all processes and both stores, for `/metrics`."""
