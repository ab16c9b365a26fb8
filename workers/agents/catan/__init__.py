"""A sensible player of Catan: it plans from what its seat knows, one small chapter a file."""
