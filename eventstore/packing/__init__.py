"""Packs logs that are idle and rows that are old, on the server and in an archive of files."""
