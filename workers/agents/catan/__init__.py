"""A sensible player of Catan plans from what its seat knows; each chapter of its play is one small file."""
