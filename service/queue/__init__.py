"""Jobs on RQ and the keys of its store."""
