"""The boards of Catanatron's files, as they are read and as they are written."""
