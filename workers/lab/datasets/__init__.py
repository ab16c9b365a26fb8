"""Data sets: games of named agents as Parquet, a row for each decision of a seat, with a data sheet."""
