"""The words of Elasund, one file a chapter."""
